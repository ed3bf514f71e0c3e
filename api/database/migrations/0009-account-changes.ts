import type { Knex } from 'knex'

/** Creates the changes that owners are notified of by e-mail (infra/decisions/0021-email.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account_changes (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      what       text NOT NULL CHECK (what IN ('password', 'email', 'phone', 'second-factor', 'second-factor-reset')),
      email      text NOT NULL,              -- the address before the change
      language   text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- finds expired rows; also for the foreign key
    CREATE INDEX account_changes_created_idx ON account_changes (created_at);
    CREATE INDEX account_changes_user_idx ON account_changes (user_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE account_changes;')
}
