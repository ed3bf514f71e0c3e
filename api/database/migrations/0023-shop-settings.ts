import type { Knex } from 'knex'

/** Creates the settings of the shop: one row, once they were changed (infra/decisions/0042-shop-settings.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE shop_settings (
      id         boolean PRIMARY KEY DEFAULT true CHECK (id),
      schema     integer NOT NULL CHECK (schema > 0),   -- format of \`settings\`
      settings   jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
      version    integer NOT NULL DEFAULT 1,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON shop_settings
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE shop_settings')
}
