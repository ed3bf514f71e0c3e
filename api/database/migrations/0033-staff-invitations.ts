import type { Knex } from 'knex'

/** Creates the invitations of staff (infra/decisions/0050-staff-invitations.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE staff_invitations (
      id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      email       text NOT NULL,               -- as in users
      role        text NOT NULL CHECK (role IN ('editor', 'admin')),
      language    text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      days        smallint NOT NULL CHECK (days > 0),
      invited_by  uuid REFERENCES users ON DELETE SET NULL,
      token_hash  bytea UNIQUE,                -- SHA-256; null until the worker sends the e-mail
      emails_sent smallint NOT NULL DEFAULT 1, -- requested: the latest one counts
      created_at  timestamptz NOT NULL DEFAULT now(),
      sent_at     timestamptz NOT NULL DEFAULT now(),
      expires_at  timestamptz NOT NULL,
      accepted_at timestamptz,
      revoked_at  timestamptz
    );
    CREATE UNIQUE INDEX staff_invitations_open_idx ON staff_invitations (email)
      WHERE accepted_at IS NULL AND revoked_at IS NULL;
    -- for the foreign key
    CREATE INDEX staff_invitations_inviter_idx ON staff_invitations (invited_by) WHERE invited_by IS NOT NULL;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE staff_invitations')
}
