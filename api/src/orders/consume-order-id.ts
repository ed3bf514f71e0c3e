import type { Knex } from 'knex'
import { createAccountRateLimits } from '../accounts/rate-limits.ts'
import { listNetworks } from '../http/network.ts'

/** Rate limit buckets by network width, in the order of `listNetworks`. */
const usedIdBuckets = ['used-up-ids', 'used-up-ids-56', 'used-up-ids-48'] as const

/**
 * Calls `insert`, which uses up an order id without an order, under the rate limits of the sender's networks. Only ids
 * that `insert` is the first to use up count.
 *
 * @throws Refusal `too_many_requests`; `insert` does not run then
 */
export async function consumeOrderId(
  trx: Knex.Transaction,
  addressSecret: string,
  address: string,
  insert: () => Promise<boolean>,
): Promise<boolean> {
  const accountRateLimits = createAccountRateLimits(trx, addressSecret)
  const buckets = listNetworks(address).map(({ key }, width) => [usedIdBuckets[width] ?? 'used-up-ids', key] as const)
  // mutation test: order-id-limit
  for (const [bucket, key] of buckets) await accountRateLimits.consumeOrReject(bucket, key)
  const isFirst = await insert()
  if (!isFirst) for (const [bucket, key] of buckets) await accountRateLimits.refund(bucket, key)
  return isFirst
}
