import type { Knex } from 'knex'

/** Lets staff change an accepted order and enter orders by phone; every version is kept (infra/decisions/0046-amended-orders.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders
      ADD COLUMN version integer NOT NULL DEFAULT 1,
      ADD COLUMN source text NOT NULL DEFAULT 'shop' CHECK (source IN ('shop', 'phone')),
      ADD COLUMN customer_telegram text CHECK (length(customer_telegram) <= 32),  -- entered by staff, without @
      ADD COLUMN adjustments jsonb NOT NULL DEFAULT '[]';  -- [{"kind", "amount", "reason"}]; amounts in kopiykas

    -- Every version of an order that staff have changed; the first one is the order as it was placed.
    CREATE TABLE order_versions (
      order_id     uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
      version      integer NOT NULL CHECK (version >= 1),
      lines        jsonb NOT NULL,           -- unit prices in kopiykas
      adjustments  jsonb NOT NULL,
      total_amount numeric(12,2) CHECK (total_amount >= 0),
      reason       text,                     -- internal; null for the first version
      user_id      uuid REFERENCES users ON DELETE SET NULL,
      created_at   timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (order_id, version)
    );

    -- for the foreign key, when an account is deleted
    CREATE INDEX order_versions_user_idx ON order_versions (user_id) WHERE user_id IS NOT NULL;

    -- The version that an event made: the former release reads the event as a note.
    ALTER TABLE order_events ADD COLUMN version integer;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE order_events DROP COLUMN version;
    DROP TABLE order_versions;
    ALTER TABLE orders DROP COLUMN version, DROP COLUMN source, DROP COLUMN customer_telegram, DROP COLUMN adjustments;
  `)
}
