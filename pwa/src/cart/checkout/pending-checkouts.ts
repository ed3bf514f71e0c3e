import type { QueryClient } from '@tanstack/react-query'
import { setCachedAccountData, getCachedAccountData } from '../../session/account-data.ts'
import { getCurrentUser } from '../../session/current-user.ts'
import type { SummaryLine } from '../../outbox/entry.ts'
import { pageOutbox } from '../../outbox/page-outbox.ts'
import { readOpenEntries } from '../../outbox/queue.ts'
import { StorageUnavailable, withStorage } from '../../outbox/storage.ts'
import { countPackages } from '../pending-changes.ts'
import { type CartLineData, type CartLineKey, subtractOrdered } from '../cart-lines.ts'

/**
 * Returns the lines in the outbox that come from the cart of the signed-in user; none in a browser without a database.
 *
 * @throws StorageUnavailable while the database does not respond: with an unknown outbox a line could be ordered twice
 */
export async function readPendingCheckouts(): Promise<SummaryLine[]> {
  const { db } = pageOutbox().parts
  const owner = getCurrentUser()?.user.id
  const entries = await withStorage(db, () => readOpenEntries(db)).catch((error: unknown) => {
    if (error instanceof StorageUnavailable && !error.isTemporary) return []
    throw error
  })
  return entries
    .filter(({ summary, owner: entryOwner, final }) => summary.fromCart && entryOwner === owner && !final)
    .flatMap(({ summary }) => summary.lines)
}

/** Removes the lines of a saved order from the cached cart, also offline. */
export function removeCheckedOutLines(
  client: QueryClient,
  ordered: readonly (CartLineKey & { quantity: number })[],
): void {
  if (!getCurrentUser()) return
  const orderedLines = ordered.map(({ product, ...line }) => ({ ...line, productId: product.id }))
  const remainingLines = subtractOrdered(getCachedAccountData<CartLineData[]>(client, 'cart') ?? [], orderedLines)
  setCachedAccountData(client, 'cart', remainingLines)
  countPackages(remainingLines)
}
