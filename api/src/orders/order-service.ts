import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderCancelled } from '@tsedra/contract/jobs'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import type { NewOrder, Order, OrderStatus } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { readOrder } from '@tsedra/database/orders'
import { changeStatus } from '@tsedra/database/order-status'
import { queueJob } from '@tsedra/database/outbox'
import type { Knex } from 'knex'
import { createAccountRateLimits } from '../accounts/rate-limits.ts'
import { removeOrderedLines } from '../cart/cart-store.ts'
import { isLoopback, type Network, listNetworks } from '../http/network.ts'
import { Refusal } from '../http/refusal.ts'
import { parsePhone } from '../phone/parse-phone.ts'
import { type RequestedLine, computeFingerprint } from './fingerprint.ts'
import { hashNetwork, type OrderLimits } from './order-limits.ts'
import {
  insertCancel,
  insertOrder,
  insertRefusal,
  type KnownOutcome,
  lockContent,
  type OrderToInsert,
  type SituationQuery,
  readKnownOutcome,
  readSituation,
  type OrderSituation,
  type StoredRefusal,
  markCancelled,
} from './order-store.ts'
import { orderView } from './order-view.ts'
import { priceLines, type Unavailable } from './price-lines.ts'
import { createInFlightCounter } from './in-flight-counter.ts'

/** People need longer than this to fill in the form. */
const MIN_FILL_MS = 1_500
const MAX_ATTEMPTS = 4
/** `Retry-After` when in-flight orders alone exhaust a limit: they are done soon. */
const IN_FLIGHT_RETRY_S = 2
/** `Retry-After` at most: staff may handle an order that counts at any moment. */
const MAX_WAIT_S = 600

/** By the width of the network, as `networks` returns them. */
const usedIdBuckets = ['used-up-ids', 'used-up-ids-56', 'used-up-ids-48'] as const

/** What a network has under way. */
interface NetworkLoad extends Network {
  ahead: readonly string[]
  calls: number
}

export interface PlacedOrder {
  order: Order
  /** The order had been taken before. */
  replayed: boolean
}

export interface CancelResult {
  id: string
  cancelled: boolean
  status: OrderStatus | null
}

export interface OrderService {
  /** @param readUserId the account that is signed in; asked only for a request that is not known yet */
  place(input: NewOrder, address: string, readUserId: ReadUserId): Promise<PlacedOrder>
  /** What became of a request that was sent before, by its id alone; undefined when nothing did. */
  findReplay(id: string): Promise<PlacedOrder | undefined>
  cancel(id: string, address: string): Promise<CancelResult>
  find(id: string, language: Language | undefined): Promise<Order>
}

/** The id of whoever is signed in; null for a guest. */
export type ReadUserId = () => Promise<string | null>

interface Deps {
  db: Db
  addressSecret: string
  limits: OrderLimits
}

export function createOrderService({ db, addressSecret, limits }: Deps): OrderService {
  const inFlightCounter = createInFlightCounter()
  return { place, findReplay, cancel, find }

  async function find(id: string, language: Language | undefined): Promise<Order> {
    const stored = await readOrder(db, id)
    if (!stored) throw new Refusal('not_found', 'No such order.')
    return orderView(stored, language ?? stored.language)
  }

  async function findReplay(id: string): Promise<PlacedOrder | undefined> {
    const storedOutcome = await readKnownOutcome(db, id)
    if (storedOutcome?.outcome === 'cancelled') throw orderCancelledError()
    if (storedOutcome?.outcome === 'refused') throw unavailableError(storedOutcome.refusal)
    return storedOutcome && replay(id)
  }

  /** Takes it back as long as staff have not confirmed it. The row of the id lets either this or a copy of the order in first. */
  async function cancel(id: string, address: string): Promise<CancelResult> {
    return db.transaction(async (trx) => {
      const isKnown = (await readKnownOutcome(trx, id)) !== undefined
      if (!isKnown && (await consumeId(trx, address, () => insertCancel(trx, id))))
        return { id, cancelled: true, status: null }
      const result = await changeStatus(trx, { orderId: id, from: 'pending', to: 'cancelled', by: 'customer' })
      if (!result) return { id, cancelled: true, status: null }
      if (!result.changed) return { id, cancelled: result.before === 'cancelled', status: result.before }
      await markCancelled(trx, id)
      await queueJob(trx, orderCancelled, { orderId: id })
      return { id, cancelled: true, status: 'cancelled' }
    })
  }

  /**
   * Takes the request once, however often it is sent.
   *
   * What became of its id is asked before anything else, so a copy of a taken order is never refused.
   */
  async function place(input: NewOrder, address: string, readUserId: ReadUserId): Promise<PlacedOrder> {
    const request = { ...parseRequest(input, address), readUserId }
    const networkLoads = request.networks.map((network) => ({
      ...network,
      ...inFlightCounter.enter(network.key, request.entrant),
    }))
    const phoneLoad = inFlightCounter.enter(`phone ${request.phone}`, request.entrant)
    try {
      rejectInFlightExcess(address, networkLoads, phoneLoad.ahead.length)
      return await placeOnce({
        ...request,
        networks: networkLoads,
        phoneAhead: phoneLoad.ahead,
      })
    } finally {
      for (const entered of [...networkLoads, phoneLoad]) entered.leave()
    }
  }

  /**
   * Refuses senders whose calls under way exhaust their limits, before anything is read for them: whoever holds hundreds of
   * connections costs other people's orders no time. A repeat of a taken order may be refused here too; it uses no id up,
   * and the sender tries again.
   */
  function rejectInFlightExcess(address: string, networkLoads: readonly NetworkLoad[], phonesAhead: number): void {
    const { perAddress10Min, perAddressDay, perPhoneHour, perCustomerPhoneHour, inFlight } = limits
    const maxIds = Math.min(perAddress10Min, perAddressDay)
    const maxCalls = isLoopback(address) ? Number.POSITIVE_INFINITY : inFlight
    const isOverLimit =
      networkLoads.some(({ ahead, calls, factor }) => calls >= maxCalls * factor || ahead.length >= maxIds * factor) ||
      phonesAhead >= Math.max(perPhoneHour, perCustomerPhoneHour)
    // mutation test: crowded-sender-refused
    if (isOverLimit) throw tooManyOrders(IN_FLIGHT_RETRY_S)
  }

  async function placeOnce(request: Request): Promise<PlacedOrder> {
    for (let attemptNumber = 1; ; attemptNumber += 1) {
      try {
        const placed = await tryPlace(request)
        if (placed) return placed
      } catch (error) {
        if (attemptNumber >= MAX_ATTEMPTS || !isTransient(error)) throw error
        await sleep(Math.random() * 20 * 2 ** attemptNumber)
      }
    }
  }

  /** Undefined when a twin took the id meanwhile: the next attempt finds what became of it. */
  async function tryPlace(request: Request): Promise<PlacedOrder | undefined> {
    const situation = await readSituation(db, request, limits)
    if (situation.known) return repeat(request, situation.known)
    if (situation.twin) return replay(situation.twin)
    const userId = resolveOwner(request.ownerId, await request.readUserId())
    rejectOverLimit(request, situation, userId !== null)

    const priced = priceLines(request.lines, situation.products ?? [], request.language)
    if ('unavailable' in priced) return rejectUnavailable(request, priced.unavailable)

    const order: OrderToInsert = {
      ...request,
      ...priced,
      userId,
      // In a flood known customers keep their priority, and strangers' orders are told to staff after theirs.
      // mutation test: known-customers-pass-flood
      isSuspect: request.isSuspect || (situation.shopIsFlooded && userId === null && !situation.phoneIsKnown),
    }
    const { contentHash } = order
    const inserted =
      contentHash || request.fromCart
        ? await db.transaction(async (trx) => {
            const existingId = contentHash && (await lockContent(trx, contentHash))
            return existingId ?? insertFromCart(trx, order, request.fromCart)
          })
        : await insertOrder(db, order)
    if (typeof inserted === 'string') return replay(inserted)
    return (
      inserted && {
        order: orderView({ ...order, status: 'pending', createdAt: inserted }, order.language),
        replayed: false,
      }
    )
  }

  async function repeat(request: Request, storedOutcome: KnownOutcome): Promise<PlacedOrder> {
    if (storedOutcome.outcome === 'cancelled') throw orderCancelledError()
    // One that is as old as retention goes has lost its fingerprint: it is answered by its id alone.
    if (storedOutcome.fingerprint !== null && storedOutcome.fingerprint !== request.fingerprint.toString('hex')) {
      throw new Refusal('order_differs', 'Another request was sent under this id.')
    }
    if (storedOutcome.outcome === 'refused') throw unavailableError(storedOutcome.refusal)
    return replay(request.id)
  }

  async function replay(id: string): Promise<PlacedOrder> {
    const stored = await readOrder(db, id)
    if (!stored) throw new Error(`order ${id} is known and cannot be read`)
    return { order: orderView(stored, stored.language), replayed: true }
  }

  /** Remembers the refusal under the id, so that no copy of the request is taken after the customer was told no. */
  async function rejectUnavailable(request: Request, items: Unavailable[]): Promise<undefined> {
    const refusal = { message: 'Some of it is not sold any more.', details: { items } }
    // Nobody can repeat an id that the server has made, so there is nothing to remember.
    const isRecorded = request.contentHash !== null || (await storeRefusal(request, refusal))
    if (isRecorded) throw unavailableError(refusal)
  }

  async function storeRefusal({ id, fingerprint, address }: Request, refusal: StoredRefusal): Promise<boolean> {
    return db.transaction(async (trx) => consumeId(trx, address, () => insertRefusal(trx, id, fingerprint, refusal)))
  }

  /**
   * Counts the ids that an address uses up without an order, those alone that `insert` is the first to use up.
   *
   * @throws Refusal `too_many_requests`; nothing is written then
   */
  async function consumeId(trx: Knex.Transaction, address: string, insert: () => Promise<boolean>): Promise<boolean> {
    const accountRateLimits = createAccountRateLimits(trx, addressSecret)
    const buckets = listNetworks(address).map(({ key }, width) => [usedIdBuckets[width] ?? 'used-up-ids', key] as const)
    // mutation test: order-id-limit
    for (const [bucket, key] of buckets) await accountRateLimits.consumeOrReject(bucket, key)
    const isFirst = await insert()
    if (!isFirst) for (const [bucket, key] of buckets) await accountRateLimits.refund(bucket, key)
    return isFirst
  }

  function parseRequest(input: NewOrder, address: string) {
    const phone = parsePhone(input.customerPhone)
    const lines = readLines(input)
    const content = {
      customerName: input.customerName,
      customerPhone: phone.number,
      customerComment: input.customerComment || null,
      lines,
    }
    const hash = computeFingerprint(content)
    return {
      ...content,
      id: input.id ?? randomUUID(),
      fingerprint: hash,
      // Copies of one request are one entrant, also when each was given an id of its own here.
      entrant: input.id ?? uuidFromHash(hash),
      contentHash: input.id ? null : hash,
      address,
      networks: listNetworks(address).map((senderNetwork) => ({
        ...senderNetwork,
        hash: hashNetwork(addressSecret, senderNetwork.key),
      })),
      phone: phone.number,
      customerPhoneTyped: input.customerPhone,
      phoneIsValid: phone.isValid,
      language: input.language ?? defaultLanguage,
      ownerId: input.ownerId,
      fromCart: input.fromCart ?? false,
      quotedTotal: input.totalAmount ?? null,
      isSuspect: Boolean(input.website) || (input.filledInMs ?? MIN_FILL_MS) < MIN_FILL_MS,
      sentAt: input.sentAt ?? null,
      productIds: [...new Set(lines.map(({ productId }) => productId))],
    }
  }

  function rejectOverLimit({ phoneAhead }: Request, situation: OrderSituation, isSignedIn: boolean): void {
    const { perPhoneHour, perCustomerPhoneHour } = limits
    const { addressWaitS, phoneWaitS, customerPhoneWaitS } = situation
    const phoneLimit = isSignedIn ? Math.max(perPhoneHour, perCustomerPhoneHour) : perPhoneHour
    const inFlightWaitS = phoneAhead.length >= phoneLimit ? IN_FLIGHT_RETRY_S : 0
    const waitS = Math.max(addressWaitS ?? 0, (isSignedIn ? customerPhoneWaitS : phoneWaitS) ?? 0, inFlightWaitS)
    if (waitS > 0) throw tooManyOrders(Math.min(waitS, MAX_WAIT_S))
  }

  type Request = ReturnType<typeof parseRequest> &
    Pick<SituationQuery, 'networks' | 'phoneAhead'> & { readUserId: ReadUserId }
}

/**
 * Whose order it becomes. A request that waited on a phone is its writer's: under another session, or none, it is not taken.
 *
 * @param requestedOwner as the phone says: an account, null for a guest, undefined for whoever is signed in
 * @throws Refusal `unauthorized` when nobody is signed in any more, `account_mismatch` when somebody else is
 */
function resolveOwner(requestedOwner: string | null | undefined, signedIn: string | null): string | null {
  if (requestedOwner === undefined) return signedIn
  if (requestedOwner === null || requestedOwner === signedIn) return requestedOwner
  if (signedIn === null) throw new Refusal('unauthorized', 'Unauthorized: sign in to send this order.')
  throw new Refusal('account_mismatch', 'This order belongs to another account.')
}

/** The cart loses what is ordered from it in the transaction that takes the order: never before, never twice. */
async function insertFromCart(trx: Knex.Transaction, order: OrderToInsert, fromCart: boolean) {
  const inserted = await insertOrder(trx, order)
  // mutation test: order-empties-cart, cart-emptied-once
  if (inserted && fromCart && order.userId) await removeOrderedLines(trx, order.userId, order.lines)
  return inserted
}

/** The items, else the single product as one line, else nothing: an enquiry. */
function readLines({ items, productId, packageSize, quantity }: NewOrder): RequestedLine[] {
  if (items) return items
  return productId ? [{ productId, packageSize: packageSize ?? undefined, quantity: quantity ?? 1 }] : []
}

const uuidFromHash = (hash: Buffer): string =>
  hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const tooManyOrders = (retryAfterS: number): Refusal =>
  new Refusal('too_many_requests', 'Too many orders. Please try again later.', undefined, { retryAfterS })

const orderCancelledError = (): Refusal => new Refusal('order_cancelled', 'This order was cancelled.')

const unavailableError = ({ message, details }: StoredRefusal): Refusal =>
  new Refusal('unavailable', message, { items: details.items })

/** Serialization failure, deadlock, or a product that was deleted while it was being ordered: asking again tells. */
function isTransient(error: unknown): boolean {
  return ['40001', '40P01', '23503'].includes((error as { code?: string }).code ?? '')
}
