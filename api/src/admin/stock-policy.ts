import type { StockPolicy } from '@tsedra/contract/admin-stock'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'

/** Returns what happens to orders of packages that are not in stock; without a row they are backorders. */
export async function readStockPolicy(db: Db): Promise<StockPolicy> {
  return (await db<StockPolicy>('stock_policy').first('orders')) ?? { orders: 'backorder' }
}

/** Changes the policy and audits the change. */
export async function changeStockPolicy(
  trx: Knex.Transaction,
  actor: Actor,
  { orders }: StockPolicy,
): Promise<StockPolicy> {
  const before = await readStockPolicy(trx)
  if (before.orders === orders) return before
  await trx('stock_policy').insert({ single: true, orders, updated_at: trx.fn.now() }).onConflict('single').merge()
  // mutation test: stock-policy-audited
  await audit(trx, actor, { action: 'stock.changed', before: { orders: before.orders }, after: { orders } })
  return { orders }
}
