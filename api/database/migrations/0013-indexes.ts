import type { Knex } from 'knex'

/** What accounts that go and the hourly sweep look for: without these they read whole tables. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- the foreign key: "what has this person of the staff done", when the account goes
    CREATE INDEX order_events_user_idx ON order_events (user_id) WHERE user_id IS NOT NULL;
    -- "whose customers are still named", oldest first
    CREATE INDEX orders_named_idx ON orders (created_at) WHERE customer_phone <> '';
    -- "which are over"; last_seen_at has none: it changes at every use, and the hourly look through the table is cheaper
    CREATE INDEX user_sessions_revoked_idx ON user_sessions (revoked_at) WHERE revoked_at IS NOT NULL;
    CREATE INDEX telegram_verifications_created_idx ON telegram_verifications (created_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX order_events_user_idx, orders_named_idx, user_sessions_revoked_idx, telegram_verifications_created_idx;
  `)
}
