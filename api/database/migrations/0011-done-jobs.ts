import type { Knex } from 'knex'

/** Adds the index for the deletion of completed jobs (infra/decisions/0033-operations.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- finds expired jobs
    CREATE INDEX job_outbox_done_idx ON job_outbox (done_at) WHERE done_at IS NOT NULL;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX job_outbox_done_idx;')
}
