import type { Knex } from 'knex'

/**
 * Creates drinks with their texts, the drinks that a product goes with, synonyms of the search, and daily counts of
 * searches (infra/decisions/0041-drinks-and-synonyms.md).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE drinks (
      id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      slug       text NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 255),
      sort_order integer NOT NULL DEFAULT 0,
      is_active  boolean NOT NULL DEFAULT true,
      version    integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE drink_translations (
      drink_id uuid NOT NULL REFERENCES drinks ON DELETE CASCADE,
      language text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      name     text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
      reason   text,
      PRIMARY KEY (drink_id, language)
    );

    ALTER TABLE products
      ADD COLUMN drinks text[] NOT NULL DEFAULT '{}',  -- slugs, the most characteristic first
      ADD COLUMN slices_per_50g integer CHECK (slices_per_50g BETWEEN 1 AND 1000);

    CREATE TABLE synonym_groups (
      id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      words      text[] NOT NULL CHECK (cardinality(words) BETWEEN 2 AND 30),
      version    integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- Without any reference to who searched.
    CREATE TABLE search_counts (
      day      date NOT NULL,
      query    text NOT NULL CHECK (length(query) BETWEEN 2 AND 100),
      is_empty boolean NOT NULL,   -- the search had no result
      count    integer NOT NULL CHECK (count > 0),
      PRIMARY KEY (day, query, is_empty)
    );

    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON drinks
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON drink_translations
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON synonym_groups
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE products DROP COLUMN drinks, DROP COLUMN slices_per_50g;
    DROP TABLE drink_translations, drinks, synonym_groups, search_counts;
  `)
}
