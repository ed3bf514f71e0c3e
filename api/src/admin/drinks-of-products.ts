import { type Actor, type AuditEntry, audit } from '@tsedra/database/audit'
import type { Knex } from 'knex'

/**
 * Replaces a drink's slug in every product, or removes it, within changeCatalogue(). Each product gets a new version, so
 * a form that was opened before reports an edit conflict instead of sending the former slug.
 */
export async function replaceDrinkInProducts(
  trx: Knex.Transaction,
  actor: Actor,
  slug: string,
  replacement: string | undefined,
): Promise<void> {
  const products = await trx('products')
    .whereRaw('? = ANY(drinks)', [slug])
    .orderBy('id')
    .select<{ id: string; drinks: string[] }[]>('id', 'drinks')
  if (products.length === 0) return
  await trx('products')
    .whereIn(
      'id',
      products.map(({ id }) => id),
    )
    .update({
      drinks:
        replacement === undefined
          ? trx.raw('array_remove(drinks, ?)', [slug])
          : trx.raw('array_replace(drinks, ?, ?)', [slug, replacement]),
      version: trx.raw('version + 1'),
      updated_at: trx.fn.now(),
    })
  const entries = products.map(
    ({ id, drinks }): AuditEntry => ({
      action: 'product.changed',
      id,
      before: { drinks },
      after: { drinks: drinks.flatMap((drink) => (drink === slug ? (replacement ?? []) : drink)) },
    }),
  )
  await audit(trx, actor, ...entries)
}
