import type { Knex } from 'knex'

/** Adds the wider networks of an IPv6 address to the order limits (infra/decisions/0005-orders.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- keyed hashes of the sender's /56 and /48; null for IPv4
    ALTER TABLE orders ADD COLUMN address_hash_56 bytea, ADD COLUMN address_hash_48 bytea;
    -- counts recent orders of a network
    CREATE INDEX orders_address_56_idx ON orders (address_hash_56, created_at) WHERE address_hash_56 IS NOT NULL;
    CREATE INDEX orders_address_48_idx ON orders (address_hash_48, created_at) WHERE address_hash_48 IS NOT NULL;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE orders DROP COLUMN address_hash_56, DROP COLUMN address_hash_48;')
}
