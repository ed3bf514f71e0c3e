import type { ProductPrices } from '@tsedra/contract/admin-catalogue'
import { type Actor, type AuditEntry, audit } from '@tsedra/database/audit'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { invalidRequest } from './catalogue-entries.ts'

/**
 * Sets the base prices of products, all or none, within changeCatalogue(); returns how many changed.
 *
 * @throws Refusal `not_found`, `changed_meanwhile` with the `ids` of products that have a newer version
 */
export async function setPrices(trx: Knex.Transaction, actor: Actor, { prices }: ProductPrices): Promise<number> {
  const ids = prices.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) throw invalidRequest('body.prices')
  const rows = await trx('products').whereIn('id', ids).select<ProductRow[]>('id', 'price', 'version')
  const stored = new Map(rows.map((row) => [row.id, row]))
  if (rows.length !== ids.length) throw new Refusal('not_found', 'One of these products no longer exists.')
  const staleIds = ids.filter((id, index) => stored.get(id)?.version !== prices[index]?.version)
  // mutation test: bulk-price-edit-conflict
  if (staleIds.length > 0)
    throw new Refusal('changed_meanwhile', 'Another user has changed these in the meantime.', { ids: staleIds })

  const changed = prices.filter(({ id, price }) => stored.get(id)?.price !== price)
  if (changed.length === 0) return 0
  await trx.raw(
    `UPDATE products SET price = changed.price, version = version + 1, updated_at = now()
     FROM unnest(?::uuid[], ?::numeric[]) AS changed (id, price) WHERE products.id = changed.id`,
    [changed.map(({ id }) => id), changed.map(({ price }) => price)],
  )
  const entries = changed.map(
    ({ id, price }): AuditEntry => ({
      action: 'product.changed',
      id,
      before: { price: stored.get(id)?.price },
      after: { price },
    }),
  )
  // mutation test: bulk-price-audited
  await audit(trx, actor, ...entries)
  return changed.length
}

interface ProductRow {
  id: string
  price: string
  version: number
}
