import type { OutboxDatabase } from '../src/outbox/database.ts'
import { type Entry, GUEST, isClockSet, isOpen, isVisibleTo, canWithdraw } from '../src/outbox/entry.ts'
import { type NewEntry, readOpenIds } from '../src/outbox/queue.ts'
import { readOwner } from '../src/outbox/switch-account.ts'
import type { ReceivedRequest } from './fake-world.ts'

/** What the server stores about the ids of one phone, and the requests of the phone that it has received. */
export interface ServerState {
  orders: readonly { id: string; status: string }[]
  refused: ReadonlySet<string>
  cancelled: ReadonlySet<string>
  /** Ids of which a copy was rejected early, before the server read it. */
  unread: ReadonlySet<string>
  received: readonly ReceivedRequest[]
}

export interface ShopperWorld {
  db: OutboxDatabase
  clock: { now: number }
  /** The account that is signed in on the server, or GUEST. */
  session: { owner: string }
  /** What `navigator.onLine` reports; independent of the network and of its faults. */
  browser: { isOffline: boolean }
  /** Ids of all requests that were attempted, whether or not they left. */
  attempted: ReadonlySet<string>
  /** Stores a request in the outbox, as the order form does. */
  save(newEntry: NewEntry): Promise<unknown>
  confirm(id: string): Promise<void>
  readServer(): Promise<ServerState>
}

export interface Shopper {
  world: ShopperWorld
  /** Orders that were reported as saved, with their owner. */
  saved: Map<string, string>
  /** Account that is signed in on this phone, or GUEST. */
  signedInOwner: string
  /** Cancellations that the shopper requested and has not reverted. */
  cancelRequests: Map<string, 'cancel' | 'edit'>
  /** An account was switched, which erased its drafts and settled entries. */
  isErased: boolean
  /** Final states that were seen: they never change. */
  finalStates: Map<string, Entry['state']>
}

/** All reasons of these servers and clocks that need a decision of the shopper. */
const attentionReasons = [
  'stale',
  'unavailable',
  'unauthorized',
  'reopened',
  'forbidden',
  'too_large',
  'client_too_old',
]

/** Checks the invariants of one phone (infra/decisions/guarantees.md). @throws InvariantViolation */
export async function checkInvariants(shopper: Shopper): Promise<void> {
  const { world, saved, cancelRequests, isErased, finalStates } = shopper
  const { orders, received, refused, cancelled, unread } = await world.readServer()
  const entries = new Map((await world.db.outbox.toArray()).map((entry) => [entry.id, entry]))
  const ids = orders.map(({ id }) => id)
  assertInvariant(new Set(ids).size === ids.length, 'I2 doubled', ids)

  for (const { id } of orders) assertInvariant(saved.has(id), 'I3 an order that was not submitted', id)
  for (const { id, session } of received) {
    const owner = saved.get(id) ?? ''
    // A request without a session is allowed: the phone detects an ended session by sending.
    assertInvariant(isVisibleTo({ owner }, session) || session === GUEST, 'I11 sent under another account', id)
  }
  const signedInOwner = await readOwner(world.db)
  const { pending, attention } = await readOpenIds(world.db)
  for (const id of [...pending, ...attention]) {
    assertInvariant(isVisibleTo({ owner: saved.get(id) ?? '' }, signedInOwner), 'I11 visible to another account', id)
  }
  for (const [id] of saved) {
    const entry = entries.get(id)
    const order = orders.find((candidate) => candidate.id === id)
    if (!entry) {
      assertInvariant(isErased && finalStates.has(id), 'I1 lost', id)
      continue
    }
    const { state } = entry
    const isOver = state === 'sent' || state === 'cancelled'
    assertInvariant(isOver ? state === 'cancelled' || order : entry.bodyJson !== null, 'I1 lost', entry)
    if (state === 'sent')
      assertInvariant(order && order.status !== 'cancelled', 'I4 reported as sent and is not', entry)
    if (entry.reason === 'too_late')
      assertInvariant(order?.status === 'confirmed', 'I4 reported as too late and is not', entry)
    if (state === 'attention')
      assertInvariant(attentionReasons.includes(entry.reason ?? ''), 'needs attention without a reason', entry)
    const isUnread = ['forbidden', 'too_large', 'client_too_old'].includes(entry.reason ?? '')
    assertInvariant(!isUnread || unread.has(id), 'needs attention without a reason', entry)
    const isDated = isClockSet(Math.max(entry.createdAt, entry.confirmedAt))
    assertInvariant(entry.reason !== 'stale' || isDated, 'reported as stale by a clock that was not set', entry)
    if (state === 'attention' && entry.final) {
      const isTrueRejection =
        entry.reason === 'reopened' ? cancelled.has(id) && cancelRequests.get(id) === 'edit' : refused.has(id)
      assertInvariant(isTrueRejection || refused.has(id), 'I4 reported as refused and is not', entry)
    }
    const isAttempted = world.attempted.has(id)
    assertInvariant(isAttempted || !isOpen(entry) || canWithdraw(entry), 'I13 not attempted, not withdrawable', entry)
    assertInvariant(isAttempted || state !== 'sending', 'I13 not attempted, shown as sending', entry)
    if (isOpen(entry) && canWithdraw(entry))
      assertInvariant(!order || order.status === 'cancelled', 'I4 reported as not stored and is an order', entry)
    if (state === 'cancelled') {
      assertInvariant(!order || order.status === 'cancelled', 'I6 reported as cancelled and is live', entry)
      assertInvariant(cancelRequests.has(id), 'I1 cancelled without a request', entry)
      if (cancelRequests.get(id) === 'edit')
        assertInvariant(isErased || (await world.db.drafts.count()) > 0, 'reopened without a draft', entry)
    }
    assertInvariant(!finalStates.has(id) || finalStates.get(id) === state, 'I5 changed after its final state', entry)
    if (isOver) {
      finalStates.set(id, state)
      assertInvariant(!JSON.stringify(entry).includes('Олена'), 'I7 stores a name after its final state', entry)
    }
    const bodies = received
      .filter((candidate) => candidate.id === id && candidate.kind === 'order')
      .map(({ body }) => body)
    assertInvariant(new Set(bodies).size <= 1, 'I9 two bodies under one id', bodies)
  }
}

export class InvariantViolation extends Error {
  constructor(violation: string, evidence: unknown) {
    super(`${violation}: ${JSON.stringify(evidence)}`)
  }
}

export function assertInvariant(holds: unknown, violation: string, evidence: unknown): void {
  if (!holds) throw new InvariantViolation(violation, evidence)
}
