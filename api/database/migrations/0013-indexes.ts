import type { Knex } from 'knex'

/** Adds indexes for account deletion and the hourly sweep, which would otherwise scan whole tables. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- the foreign key, for the deletion of a staff account
    CREATE INDEX order_events_user_idx ON order_events (user_id) WHERE user_id IS NOT NULL;
    -- orders that still have personal data, oldest first
    CREATE INDEX orders_named_idx ON orders (created_at) WHERE customer_phone <> '';
    -- finds revoked sessions; last_seen_at has no index: it changes at every use, and an hourly scan is cheaper
    CREATE INDEX user_sessions_revoked_idx ON user_sessions (revoked_at) WHERE revoked_at IS NOT NULL;
    CREATE INDEX telegram_verifications_created_idx ON telegram_verifications (created_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX order_events_user_idx, orders_named_idx, user_sessions_revoked_idx, telegram_verifications_created_idx;
  `)
}
