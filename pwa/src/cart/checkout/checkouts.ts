import type { QueryClient } from '@tanstack/react-query'
import { hearAnswer, lastAnswer } from '../../session/mine.ts'
import { currentPerson } from '../../session/person.ts'
import type { SummaryLine } from '../../outbox/entry.ts'
import { pageOutbox } from '../../outbox/page-outbox.ts'
import { openEntries } from '../../outbox/queue.ts'
import { StorageUnavailable, withStorage } from '../../outbox/storage.ts'
import { countPackages } from '../pending-changes.ts'
import { type Line, type Place, withoutOrdered } from '../lines.ts'

/**
 * Lines that wait in the outbox and came from the cart of whoever is signed in. A browser without a database keeps none.
 *
 * @throws StorageUnavailable while the database does not answer: the cart is not known then, and would be ordered twice
 */
export async function waitingCheckouts(): Promise<SummaryLine[]> {
  const { db } = pageOutbox().parts
  const owner = currentPerson()?.user.id
  const open = await withStorage(db, () => openEntries(db)).catch((error: unknown) => {
    if (error instanceof StorageUnavailable && !error.isPassing) return []
    throw error
  })
  return open
    .filter(({ summary, owner: writer, final }) => summary.fromCart && writer === owner && !final)
    .flatMap(({ summary }) => summary.lines)
}

/** The request is safe: the cart that is shown and kept here is without it from now on, also when there is no network. */
export function afterCheckout(client: QueryClient, ordered: readonly (Place & { quantity: number })[]): void {
  if (!currentPerson()) return
  const gone = ordered.map(({ product, ...line }) => ({ ...line, productId: product.id }))
  const left = withoutOrdered(lastAnswer<Line[]>(client, 'cart') ?? [], gone)
  hearAnswer(client, 'cart', left)
  countPackages(left)
}
