import type { Knex } from 'knex'

/** Creates categories and products in three languages, and the version number of the catalogue. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE categories (
      id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      slug       text NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 255),
      image_url  text,
      sort_order integer NOT NULL DEFAULT 0,
      is_active  boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE category_translations (
      category_id     uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
      language        text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
      description     text,
      seo_title       text,
      seo_description text,
      PRIMARY KEY (category_id, language)
    );

    CREATE TABLE products (
      id                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      category_id        uuid REFERENCES categories ON DELETE RESTRICT,
      slug               text NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 255),
      price              numeric(10,2) NOT NULL CHECK (price BETWEEN 0.01 AND 99999.99),  -- hryvnia for 50 g; refuses NaN
      image_url          text,
      gallery_images     text[] NOT NULL DEFAULT '{}',
      available_packages text[] NOT NULL DEFAULT '{50г,100г,500г,1кг}'
                         CHECK (available_packages <@ '{50г,100г,500г,1кг}' AND cardinality(available_packages) > 0),
      is_active          boolean NOT NULL DEFAULT true,
      is_featured        boolean NOT NULL DEFAULT false,
      sort_order         integer NOT NULL DEFAULT 0,
      likes_count        integer NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
      created_at         timestamptz NOT NULL DEFAULT now(),
      updated_at         timestamptz NOT NULL DEFAULT now()
    );
    -- finds the products of a category; also for the foreign key
    CREATE INDEX products_category_idx ON products (category_id);

    CREATE TABLE product_translations (
      product_id        uuid NOT NULL REFERENCES products ON DELETE CASCADE,
      language          text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      name              text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
      short_description text,
      description       text,
      seo_title         text,
      seo_description   text,
      PRIMARY KEY (product_id, language)
    );

    CREATE TABLE product_likes (
      product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
      user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, product_id)   -- finds the likes of a customer
    );
    -- counts the likes of a product; also for the foreign key
    CREATE INDEX product_likes_product_idx ON product_likes (product_id);

    CREATE TABLE cart_items (
      id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      session_id   text,                 -- unused: carts belong to customers; older clients read the column
      user_id      uuid REFERENCES users ON DELETE CASCADE,
      product_id   uuid NOT NULL REFERENCES products ON DELETE CASCADE,
      package_size text NOT NULL CHECK (length(package_size) <= 50),
      quantity     integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 99),
      created_at   timestamptz NOT NULL DEFAULT now(),
      updated_at   timestamptz NOT NULL DEFAULT now(),
      UNIQUE (user_id, product_id, package_size)
    );
    -- finds the carts of a product; also for the foreign key
    CREATE INDEX cart_items_product_idx ON cart_items (product_id);

    CREATE TABLE catalogue_version (
      single  boolean PRIMARY KEY DEFAULT true CHECK (single),
      version bigint NOT NULL DEFAULT 1
    );
    INSERT INTO catalogue_version DEFAULT VALUES;

    -- Every statement that changes public data increments the version and notifies the listeners on commit.
    CREATE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE catalogue_version SET version = version + 1;
      PERFORM pg_notify('catalogue', '');
      RETURN NULL;
    END $$;
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON categories
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON category_translations
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON products
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON product_translations
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE cart_items, product_likes, product_translations, products, category_translations, categories, catalogue_version;
    DROP FUNCTION catalogue_changed;
  `)
}
