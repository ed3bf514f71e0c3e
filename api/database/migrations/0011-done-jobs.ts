import type { Knex } from 'knex'

/** Jobs that are done do not stay for ever (infra/decisions/0033-operations.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- "which are over"
    CREATE INDEX job_outbox_done_idx ON job_outbox (done_at) WHERE done_at IS NOT NULL;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX job_outbox_done_idx;')
}
