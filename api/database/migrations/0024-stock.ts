import type { Knex } from 'knex'

/** Creates the packages that are not in stock, what happens to their orders, and the mark of a backordered line. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A package without a row is in stock.
    CREATE TABLE product_stock (
      product_id   uuid NOT NULL REFERENCES products ON DELETE CASCADE,
      package_size text NOT NULL CHECK (package_size IN ('50г', '100г', '500г', '1кг')),
      back_on      date,   -- day in Kyiv from which it is in stock again; null while unknown
      updated_at   timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (product_id, package_size)
    );
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON product_stock
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

    -- No row: backorder.
    CREATE TABLE stock_policy (
      single     boolean PRIMARY KEY DEFAULT true CHECK (single),
      orders     text NOT NULL CHECK (orders IN ('refuse', 'backorder')),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- The package was not in stock when it was ordered.
    ALTER TABLE order_items ADD COLUMN is_backorder boolean NOT NULL DEFAULT false;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE order_items DROP COLUMN is_backorder;
    DROP TABLE product_stock, stock_policy;
  `)
}
