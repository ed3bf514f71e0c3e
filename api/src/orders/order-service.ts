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
import { createThrottles } from '../accounts/throttles.ts'
import { takeOutOrdered } from '../cart/cart-store.ts'
import { isLoopback, type Network, networks } from '../http/network.ts'
import { Refusal } from '../http/refusal.ts'
import { readPhone } from '../phone/read-phone.ts'
import { type AskedLine, fingerprint } from './fingerprint.ts'
import { networkHash, type OrderLimits } from './order-limits.ts'
import {
  insertCancel,
  insertOrder,
  insertRefusal,
  type Known,
  lockContent,
  type OrderToInsert,
  type Question,
  readKnown,
  readSituation,
  type Situation,
  type StoredRefusal,
  useUpForCancel,
} from './order-store.ts'
import { orderView } from './order-view.ts'
import { priceLines, type Unavailable } from './price-lines.ts'
import { createTurnstile } from './turnstile.ts'

/** People need longer than this to fill in the form. */
const HASTY_MS = 1_500
const TRIES = 4
/** `Retry-After` when in-flight orders alone exhaust a limit: they are done soon. */
const CROWDED_S = 2
/** `Retry-After` at most: staff may handle an order that counts at any moment. */
const LONGEST_WAIT_S = 600

/** By the width of the network, as `networks` returns them. */
const usedUpIds = ['used-up-ids', 'used-up-ids-56', 'used-up-ids-48'] as const

/** What a network has under way. */
interface Crowd extends Network {
  ahead: readonly string[]
  calls: number
}

export interface Placed {
  order: Order
  /** The order had been taken before. */
  replayed: boolean
}

export interface Cancelled {
  id: string
  cancelled: boolean
  status: OrderStatus | null
}

export interface OrderService {
  /** @param whoSends the account that is signed in; asked only for a request that is not known yet */
  place(wanted: NewOrder, address: string, whoSends: WhoSends): Promise<Placed>
  /** What became of a request that was sent before, by its id alone; undefined when nothing did. */
  recall(id: string): Promise<Placed | undefined>
  cancel(id: string, address: string): Promise<Cancelled>
  find(id: string, language: Language | undefined): Promise<Order>
}

/** The id of whoever is signed in; null for a guest. */
export type WhoSends = () => Promise<string | null>

interface Deps {
  db: Db
  addressSecret: string
  limits: OrderLimits
}

export function createOrderService({ db, addressSecret, limits }: Deps): OrderService {
  const turnstile = createTurnstile()
  return { place, recall, cancel, find }

  async function find(id: string, language: Language | undefined): Promise<Order> {
    const stored = await readOrder(db, id)
    if (!stored) throw new Refusal('not_found', 'No such order.')
    return orderView(stored, language ?? stored.language)
  }

  async function recall(id: string): Promise<Placed | undefined> {
    const known = await readKnown(db, id)
    if (known?.outcome === 'cancelled') throw cancelled()
    if (known?.outcome === 'refused') throw unavailable(known.refusal)
    return known && replay(id)
  }

  /** Takes it back as long as staff have not confirmed it. The row of the id lets either this or a copy of the order in first. */
  async function cancel(id: string, address: string): Promise<Cancelled> {
    return db.transaction(async (trx) => {
      const isKnown = (await readKnown(trx, id)) !== undefined
      if (!isKnown && (await useUp(trx, address, () => insertCancel(trx, id))))
        return { id, cancelled: true, status: null }
      const moved = await changeStatus(trx, { orderId: id, from: 'pending', to: 'cancelled', by: 'customer' })
      if (!moved) return { id, cancelled: true, status: null }
      if (!moved.changed) return { id, cancelled: moved.before === 'cancelled', status: moved.before }
      await useUpForCancel(trx, id)
      await queueJob(trx, orderCancelled, { orderId: id })
      return { id, cancelled: true, status: 'cancelled' }
    })
  }

  /**
   * Takes the request once, however often it is sent.
   *
   * What became of its id is asked before anything else, so a copy of a taken order is never refused.
   */
  async function place(wanted: NewOrder, address: string, whoSends: WhoSends): Promise<Placed> {
    const request = { ...read(wanted, address), whoSends }
    const byNetwork = request.networks.map((network) => ({
      ...network,
      ...turnstile.enter(network.key, request.entrant),
    }))
    const byPhone = turnstile.enter(`phone ${request.phone}`, request.entrant)
    try {
      refuseCrowd(address, byNetwork, byPhone.ahead.length)
      return await placeOnce({
        ...request,
        networks: byNetwork,
        phoneAhead: byPhone.ahead,
      })
    } finally {
      for (const entered of [...byNetwork, byPhone]) entered.leave()
    }
  }

  /**
   * Refuses senders whose calls under way exhaust their limits, before anything is read for them: whoever holds hundreds of
   * connections costs other people's orders no time. A repeat of a taken order may be refused here too; it uses no id up,
   * and the sender tries again.
   */
  function refuseCrowd(address: string, byNetwork: readonly Crowd[], phonesAhead: number): void {
    const { perAddress10Min, perAddressDay, perPhoneHour, perCustomerPhoneHour, inFlight } = limits
    const mostIds = Math.min(perAddress10Min, perAddressDay)
    const mostCalls = isLoopback(address) ? Number.POSITIVE_INFINITY : inFlight
    const isCrowded =
      byNetwork.some(({ ahead, calls, factor }) => calls >= mostCalls * factor || ahead.length >= mostIds * factor) ||
      phonesAhead >= Math.max(perPhoneHour, perCustomerPhoneHour)
    // mutation test: crowded-sender-refused
    if (isCrowded) throw tooManyOrders(CROWDED_S)
  }

  async function placeOnce(request: Request): Promise<Placed> {
    for (let tried = 1; ; tried += 1) {
      try {
        const placed = await attempt(request)
        if (placed) return placed
      } catch (error) {
        if (tried >= TRIES || !isPassing(error)) throw error
        await sleep(Math.random() * 20 * 2 ** tried)
      }
    }
  }

  /** Undefined when a twin took the id meanwhile: the next attempt finds what became of it. */
  async function attempt(request: Request): Promise<Placed | undefined> {
    const situation = await readSituation(db, request, limits)
    if (situation.known) return repeat(request, situation.known)
    if (situation.twin) return replay(situation.twin)
    const userId = ownerOf(request.ownerId, await request.whoSends())
    refuseFlood(request, situation, userId !== null)

    const priced = priceLines(request.lines, situation.products ?? [], request.language)
    if ('unavailable' in priced) return refuse(request, priced.unavailable)

    const order: OrderToInsert = {
      ...request,
      ...priced,
      userId,
      // In a flood known customers keep their priority, and strangers' orders are told to staff after theirs.
      // mutation test: known-customers-pass-flood
      isSuspect: request.isSuspect || (situation.shopIsFlooded && userId === null && !situation.phoneIsKnown),
    }
    const { contentHash } = order
    const taken =
      contentHash || request.fromCart
        ? await db.transaction(async (trx) => {
            const twin = contentHash && (await lockContent(trx, contentHash))
            return twin ?? insertFromCart(trx, order, request.fromCart)
          })
        : await insertOrder(db, order)
    if (typeof taken === 'string') return replay(taken)
    return (
      taken && { order: orderView({ ...order, status: 'pending', createdAt: taken }, order.language), replayed: false }
    )
  }

  async function repeat(request: Request, known: Known): Promise<Placed> {
    if (known.outcome === 'cancelled') throw cancelled()
    // One that is as old as retention goes has lost its fingerprint: it is answered by its id alone.
    if (known.fingerprint !== null && known.fingerprint !== request.fingerprint.toString('hex')) {
      throw new Refusal('order_differs', 'Another request was sent under this id.')
    }
    if (known.outcome === 'refused') throw unavailable(known.refusal)
    return replay(request.id)
  }

  async function replay(id: string): Promise<Placed> {
    const stored = await readOrder(db, id)
    if (!stored) throw new Error(`order ${id} is known and cannot be read`)
    return { order: orderView(stored, stored.language), replayed: true }
  }

  /** Remembers the refusal under the id, so that no copy of the request is taken after the customer was told no. */
  async function refuse(request: Request, items: Unavailable[]): Promise<undefined> {
    const refusal = { message: 'Some of it is not sold any more.', details: { items } }
    // Nobody can repeat an id that the server has made, so there is nothing to remember.
    const told = request.contentHash !== null || (await remember(request, refusal))
    if (told) throw unavailable(refusal)
  }

  async function remember({ id, fingerprint, address }: Request, refusal: StoredRefusal): Promise<boolean> {
    return db.transaction(async (trx) => useUp(trx, address, () => insertRefusal(trx, id, fingerprint, refusal)))
  }

  /**
   * Counts the ids that an address uses up without an order, those alone that `insert` is the first to use up.
   *
   * @throws Refusal `too_many_requests`; nothing is written then
   */
  async function useUp(trx: Knex.Transaction, address: string, insert: () => Promise<boolean>): Promise<boolean> {
    const throttles = createThrottles(trx, addressSecret)
    const counted = networks(address).map(({ key }, width) => [usedUpIds[width] ?? 'used-up-ids', key] as const)
    // mutation test: order-id-limit
    for (const [bucket, key] of counted) await throttles.takeOrRefuse(bucket, key)
    const isFirst = await insert()
    if (!isFirst) for (const [bucket, key] of counted) await throttles.giveBack(bucket, key)
    return isFirst
  }

  function read(wanted: NewOrder, address: string) {
    const phone = readPhone(wanted.customerPhone)
    const lines = linesOf(wanted)
    const asked = {
      customerName: wanted.customerName,
      customerPhone: phone.number,
      customerComment: wanted.customerComment || null,
      lines,
    }
    const hash = fingerprint(asked)
    return {
      ...asked,
      id: wanted.id ?? randomUUID(),
      fingerprint: hash,
      // Copies of one request are one entrant, also when each was given an id of its own here.
      entrant: wanted.id ?? uuidFrom(hash),
      contentHash: wanted.id ? null : hash,
      address,
      networks: networks(address).map((each) => ({ ...each, hash: networkHash(addressSecret, each.key) })),
      phone: phone.number,
      customerPhoneTyped: wanted.customerPhone,
      phoneIsValid: phone.isValid,
      language: wanted.language ?? defaultLanguage,
      ownerId: wanted.ownerId,
      fromCart: wanted.fromCart ?? false,
      quotedTotal: wanted.totalAmount ?? null,
      isSuspect: Boolean(wanted.website) || (wanted.filledInMs ?? HASTY_MS) < HASTY_MS,
      sentAt: wanted.sentAt ?? null,
      productIds: [...new Set(lines.map(({ productId }) => productId))],
    }
  }

  function refuseFlood({ phoneAhead }: Request, situation: Situation, isSignedIn: boolean): void {
    const { perPhoneHour, perCustomerPhoneHour } = limits
    const { addressWaitS, phoneWaitS, customerPhoneWaitS } = situation
    const phoneLimit = isSignedIn ? Math.max(perPhoneHour, perCustomerPhoneHour) : perPhoneHour
    const crowdedS = phoneAhead.length >= phoneLimit ? CROWDED_S : 0
    const waitS = Math.max(addressWaitS ?? 0, (isSignedIn ? customerPhoneWaitS : phoneWaitS) ?? 0, crowdedS)
    if (waitS > 0) throw tooManyOrders(Math.min(waitS, LONGEST_WAIT_S))
  }

  type Request = ReturnType<typeof read> & Pick<Question, 'networks' | 'phoneAhead'> & { whoSends: WhoSends }
}

/**
 * Whose order it becomes. A request that waited on a phone is its writer's: under another session, or none, it is not taken.
 *
 * @param wanted as the phone says: an account, null for a guest, undefined for whoever is signed in
 * @throws Refusal `unauthorized` when nobody is signed in any more, `account_mismatch` when somebody else is
 */
function ownerOf(wanted: string | null | undefined, signedIn: string | null): string | null {
  if (wanted === undefined) return signedIn
  if (wanted === null || wanted === signedIn) return wanted
  if (signedIn === null) throw new Refusal('unauthorized', 'Unauthorized: sign in to send this order.')
  throw new Refusal('account_mismatch', 'This order belongs to another account.')
}

/** The cart loses what is ordered from it in the transaction that takes the order: never before, never twice. */
async function insertFromCart(trx: Knex.Transaction, order: OrderToInsert, fromCart: boolean) {
  const taken = await insertOrder(trx, order)
  // mutation test: order-empties-cart, cart-emptied-once
  if (taken && fromCart && order.userId) await takeOutOrdered(trx, order.userId, order.lines)
  return taken
}

/** The items, else the single product as one line, else nothing: an enquiry. */
function linesOf({ items, productId, packageSize, quantity }: NewOrder): AskedLine[] {
  if (items) return items
  return productId ? [{ productId, packageSize: packageSize ?? undefined, quantity: quantity ?? 1 }] : []
}

const uuidFrom = (hash: Buffer): string =>
  hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const tooManyOrders = (retryAfterS: number): Refusal =>
  new Refusal('too_many_requests', 'Too many orders. Please try again later.', undefined, { retryAfterS })

const cancelled = (): Refusal => new Refusal('order_cancelled', 'This order was cancelled.')

const unavailable = ({ message, details }: StoredRefusal): Refusal =>
  new Refusal('unavailable', message, { items: details.items })

/** Serialization failure, deadlock, or a product that was deleted while it was being ordered: asking again tells. */
function isPassing(error: unknown): boolean {
  return ['40001', '40P01', '23503'].includes((error as { code?: string }).code ?? '')
}
