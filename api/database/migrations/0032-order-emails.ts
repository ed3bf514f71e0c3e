import type { Knex } from 'knex'

/** Lets customers turn e-mails about their orders off (infra/decisions/0049-customer-messages.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users ADD COLUMN order_emails boolean NOT NULL DEFAULT true')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users DROP COLUMN order_emails')
}
