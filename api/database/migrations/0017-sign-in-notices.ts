import type { Knex } from 'knex'

const former = `'password', 'email', 'phone', 'second-factor', 'second-factor-reset'`

/** Adds kinds of account changes, and the former password of new staff (infra/decisions/0031-roles.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- of new staff: it starts no session, but a sign-in with it returns the hint to set a new one
    ALTER TABLE users ADD COLUMN former_password text;

    ALTER TABLE account_changes DROP CONSTRAINT account_changes_what_check;
    ALTER TABLE account_changes ADD CONSTRAINT account_changes_what_check
      CHECK (what IN (${former}, 'google', 'apple', 'telegram', 'staff-role'));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE users DROP COLUMN former_password;
    DELETE FROM account_changes WHERE what NOT IN (${former});
    ALTER TABLE account_changes DROP CONSTRAINT account_changes_what_check;
    ALTER TABLE account_changes ADD CONSTRAINT account_changes_what_check CHECK (what IN (${former}));
  `)
}
