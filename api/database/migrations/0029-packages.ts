import type { Knex } from 'knex'

/**
 * Lets the owner choose the package sizes of the shop, and a product have a price per package
 * (infra/decisions/0047-packages-and-prices.md).
 *
 * The former release cannot read a size of the owner's, so `packages` of a product is a new column, and
 * `available_packages` keeps those of the first four sizes that are in it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- No row: the sizes of the specification.
    CREATE TABLE shop_packages (
      single     boolean PRIMARY KEY DEFAULT true CHECK (single),
      packages   json NOT NULL,   -- [{"size", "multiplier"}], in the order of the shop
      version    integer NOT NULL DEFAULT 1,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON shop_packages
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

    ALTER TABLE products
      ADD COLUMN packages text[] CHECK (cardinality(packages) > 0),
      ADD COLUMN package_prices json NOT NULL DEFAULT '{}';   -- hryvnia by size, instead of price and multiplier
    UPDATE products SET packages = available_packages;

    -- Either release writes one of the two columns.
    CREATE FUNCTION keep_packages() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      known text[];
    BEGIN
      IF NEW.packages IS NULL
          OR TG_OP = 'UPDATE' AND NEW.packages = OLD.packages AND NEW.available_packages <> OLD.available_packages THEN
        NEW.packages := NEW.available_packages;
      ELSE
        known := ARRAY(SELECT size FROM unnest(NEW.packages) WITH ORDINALITY AS p (size, position)
                       WHERE size IN ('50г', '100г', '500г', '1кг') ORDER BY position);
        IF cardinality(known) > 0 THEN
          NEW.available_packages := known;
        END IF;
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER keep_packages BEFORE INSERT OR UPDATE OF packages, available_packages ON products
      FOR EACH ROW EXECUTE FUNCTION keep_packages();

    ALTER TABLE product_stock DROP CONSTRAINT product_stock_package_size_check,
      ADD CONSTRAINT product_stock_package_size_check CHECK (length(package_size) BETWEEN 1 AND 50);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM product_stock WHERE package_size NOT IN ('50г', '100г', '500г', '1кг');
    ALTER TABLE product_stock DROP CONSTRAINT product_stock_package_size_check,
      ADD CONSTRAINT product_stock_package_size_check CHECK (package_size IN ('50г', '100г', '500г', '1кг'));
    DROP TRIGGER keep_packages ON products;
    DROP FUNCTION keep_packages;
    ALTER TABLE products DROP COLUMN packages, DROP COLUMN package_prices;
    DROP TABLE shop_packages;
  `)
}
