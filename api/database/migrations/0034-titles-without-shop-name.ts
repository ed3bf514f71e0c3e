import type { Knex } from 'knex'

/**
 * Removes the built-in name of the shop from the end of search titles: the page adds the present name, which the owner may
 * have changed (infra/decisions/0042-shop-settings.md).
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['product_translations', 'category_translations'])
    await knex.raw(
      String.raw`UPDATE ${table} SET seo_title = regexp_replace(seo_title, '\s*[|·]\s*(Цедра|Tsedra)\s*$', '')
        WHERE seo_title ~ '[|·]\s*(Цедра|Tsedra)\s*$'`,
    )
}

/** Nothing to undo: the former release shows these titles as they are. */
export async function down(): Promise<void> {}
