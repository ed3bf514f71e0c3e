import type { Knex } from 'knex'

/** Makes revocations visible to sign-ins that are in flight (infra/decisions/0019-accounts.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- incremented by every revocation: a sign-in verified before it starts no session
    ALTER TABLE users ADD COLUMN access_epoch integer NOT NULL DEFAULT 0;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users DROP COLUMN access_epoch;')
}
