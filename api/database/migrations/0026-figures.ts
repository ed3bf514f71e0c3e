import type { Knex } from 'knex'

/** Adds the indexes of the figures, which would otherwise read whole rows (infra/decisions/0045-figures.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- orders, revenue, products and customers of a period, without the wide rows
    CREATE INDEX orders_figures_idx ON orders (created_at) INCLUDE (id, status, total_amount, customer_phone);
    -- answers of staff since a day
    CREATE INDEX order_events_answer_idx ON order_events (created_at) INCLUDE (order_id)
      WHERE kind = 'status' AND actor = 'staff';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX orders_figures_idx, order_events_answer_idx;')
}
