import type { Knex } from 'knex'

/** Adds low-priority jobs (infra/decisions/0008-job-outbox.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE job_outbox ADD COLUMN can_wait boolean NOT NULL DEFAULT false;')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE job_outbox DROP COLUMN can_wait;')
}
