import type { Knex } from 'knex'

/**
 * Creates the settings of the shop, one row once they were changed, and every version of the owner's texts of info pages
 * (infra/decisions/0042-shop-settings.md).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE shop_settings (
      id         boolean PRIMARY KEY DEFAULT true CHECK (id),
      schema     integer NOT NULL CHECK (schema > 0),   -- format of \`settings\`
      settings   jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
      version    integer NOT NULL DEFAULT 1,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE info_page_versions (
      page       text NOT NULL CHECK (length(page) BETWEEN 1 AND 50),
      version    integer NOT NULL CHECK (version > 0),
      texts      jsonb NOT NULL CHECK (jsonb_typeof(texts) = 'object'),   -- Markdown by language
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (page, version)
    );

    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON info_page_versions
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON shop_settings
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE shop_settings, info_page_versions')
}
