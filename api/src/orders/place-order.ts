import { setTimeout as sleep } from 'node:timers/promises'
import { kopiykasToDecimal } from '@tsedra/contract/money'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { removeOrderedLines } from '../cart/cart-store.ts'
import { consumeOrderId } from './consume-order-id.ts'
import { rejectOverLimit } from './enforce-limits.ts'
import { unavailableError } from './order-errors.ts'
import type { OrderLimits } from './order-limits.ts'
import { type ReadUserId, resolveOwner } from './order-owner.ts'
import type { OrderRequest } from './order-request.ts'
import { readSituation, type SituationQuery } from './order-situation.ts'
import {
  insertOrder,
  insertRefusal,
  lockContent,
  type OrderEntry,
  type OrderToInsert,
  type StoredRefusal,
} from './order-store.ts'
import { orderView } from './order-view.ts'
import { priceLines, type Unavailable } from './price-lines.ts'
import { type PlacedOrder, replayOrder, replayOutcome } from './replay-order.ts'

const MAX_ATTEMPTS = 4

export interface PlaceOrderContext {
  db: Db
  addressSecret: string
  limits: OrderLimits
}

type PlaceOrderRequest = OrderRequest &
  Pick<SituationQuery, 'networks' | 'phoneAhead'> & { readUserId: ReadUserId; entry?: OrderEntry | undefined }

/**
 * Places the order once, however often the request is sent. Retries transient database errors with backoff.
 *
 * Reads the outcome of the id before it checks anything else, so a copy of a placed order is never rejected.
 */
export async function placeOrderOnce(context: PlaceOrderContext, request: PlaceOrderRequest): Promise<PlacedOrder> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const placed = await tryPlace(context, request)
      if (placed) return placed
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isTransient(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Returns undefined when a concurrent copy used the id first: the next attempt reads its outcome. */
async function tryPlace(context: PlaceOrderContext, request: PlaceOrderRequest): Promise<PlacedOrder | undefined> {
  const { db, limits } = context
  const situation = await readSituation(db, request, limits)
  if (situation.known) return replayOutcome(db, request, situation.known)
  if (situation.twin) return replayOrder(db, situation.twin)
  const userId = resolveOwner(request.ownerId, await request.readUserId())
  // The limits stop floods of unknown senders; staff are known.
  if (!request.entry) rejectOverLimit(limits, request.phoneAhead.length, situation, userId !== null)

  const priced = priceLines(request.lines, situation.products ?? [], {
    language: request.language,
    refusesOutOfStock: situation.refusesOutOfStock,
    packages: situation.packages,
  })
  if ('unavailable' in priced) return rejectUnavailable(context, request, priced.unavailable)

  const order: OrderToInsert = {
    ...request,
    ...priced,
    userId,
    // In a flood known customers keep their priority; staff receive the orders of unknown senders after theirs.
    // mutation test: known-customers-pass-flood
    isSuspect:
      !request.entry && (request.isSuspect || (situation.shopIsFlooded && userId === null && !situation.phoneIsKnown)),
  }
  const inserted = await insertOnce(db, order, request.fromCart)
  if (typeof inserted === 'string') return replayOrder(db, inserted)
  return (
    inserted && {
      order: orderView(
        { ...order, status: 'pending', createdAt: inserted, promiseHours: situation.promiseHours },
        order.language,
      ),
      replayed: false,
    }
  )
}

/** Returns when the order was placed, the id of an order with the same content, or undefined when the id is used. */
async function insertOnce(db: Db, order: OrderToInsert, fromCart: boolean): Promise<Date | string | undefined> {
  const { contentHash, entry } = order
  if (entry) return insertEntered(db, order, entry)
  if (!contentHash && !fromCart) return insertOrder(db, order)
  return db.transaction(async (trx) => {
    const existingId = contentHash && (await lockContent(trx, contentHash))
    return existingId ?? insertFromCart(trx, order, fromCart)
  })
}

async function insertEntered(db: Db, order: OrderToInsert, { by }: OrderEntry): Promise<Date | undefined> {
  return db.transaction(async (trx) => {
    const inserted = await insertOrder(trx, order)
    const after = { total: order.total === null ? null : kopiykasToDecimal(order.total) }
    // mutation test: entered-order-audited
    if (inserted) await audit(trx, by, { action: 'order.entered', id: order.id, after })
    return inserted
  })
}

/** Removes the ordered lines from the cart in the transaction that places the order: never before, never twice. */
async function insertFromCart(trx: Knex.Transaction, order: OrderToInsert, fromCart: boolean) {
  const inserted = await insertOrder(trx, order)
  // mutation test: order-empties-cart, cart-emptied-once
  if (inserted && fromCart && order.userId) await removeOrderedLines(trx, order.userId, order.lines)
  return inserted
}

/** Stores the refusal under the id, so that no copy of the request is placed after the customer received the refusal. */
async function rejectUnavailable(
  { db, addressSecret }: PlaceOrderContext,
  { id, fingerprint, address, contentHash }: OrderRequest,
  items: Unavailable[],
): Promise<undefined> {
  const refusal: StoredRefusal = { message: 'Some of it is not sold any more or not in stock.', details: { items } }
  const storeRefusal = async () =>
    db.transaction(async (trx) =>
      consumeOrderId(trx, addressSecret, address, () => insertRefusal(trx, id, fingerprint, refusal)),
    )
  // A content hash means that the server made the id: no client can repeat it, so nothing is stored.
  const isRecorded = contentHash !== null || (await storeRefusal())
  if (isRecorded) throw unavailableError(refusal)
}

/** Serialization failure, deadlock, or a product deleted while the order was placed: a retry resolves each. */
function isTransient(error: unknown): boolean {
  return ['40001', '40P01', '23503'].includes((error as { code?: string }).code ?? '')
}
