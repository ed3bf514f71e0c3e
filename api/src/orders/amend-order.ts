import {
  type AdjustmentInput,
  type AmendedLine,
  type Amendment,
  type AmendmentConflict,
} from '@tsedra/contract/admin-amendments'
import type { Language } from '@tsedra/contract/language'
import { adjustedTotal, amendableStatuses } from '@tsedra/contract/order-adjustments'
import type { Actor } from '@tsedra/database/audit'
import { type OrderContents, readVersions, storeNewVersion } from '@tsedra/database/order-versions'
import { readOrder, type StoredLine, type StoredOrder } from '@tsedra/database/orders'
import { packagesSql } from '@tsedra/database/packages'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { unavailableError } from './order-errors.ts'
import { currentProductsSql, type OrderSituation } from './order-situation.ts'
import { priceLines } from './price-lines.ts'

/**
 * Makes a new version of an order. A repeat of the change that made the present version makes none, so that a client
 * whose response was lost may retry. Does nothing when the order does not exist.
 *
 * @throws Refusal `changed_meanwhile` when the client has seen another version, or the order is closed; `unavailable`
 * with the added lines that are not sold; `invalid_request` when the discounts exceed the rest of the order
 */
export async function amendOrderOnce(
  trx: Knex.Transaction,
  id: string,
  { version, items, adjustments, reason }: Amendment,
  by: Actor,
): Promise<void> {
  // mutation test: amendments-serialised
  if (!(await trx('orders').where({ id }).forUpdate().first('id'))) return
  const order = await readOrder(trx, id)
  if (!order) return
  const seenLines = version === order.version ? order.lines : await readLinesOfVersion(trx, id, version)
  // mutation test: amendment-compared
  if (version !== order.version) {
    const isRepeat = seenLines && isEqual(order, await toContents(trx, order.language, seenLines, items, adjustments))
    if (isRepeat) return
    return rejectConflict(trx, order)
  }
  // mutation test: closed-order-not-amended
  if (!amendableStatuses.includes(order.status)) return rejectConflict(trx, order)
  const contents = await toContents(trx, order.language, order.lines, items, adjustments)
  if (isEqual(order, contents)) throw invalid('This changes nothing.', 'body.items', 'body.adjustments')
  await storeNewVersion(trx, { order, contents, reason, by })
}

const invalid = (message: string, ...fields: string[]): Refusal => new Refusal('invalid_request', message, { fields })

async function readLinesOfVersion(
  trx: Knex.Transaction,
  id: string,
  version: number,
): Promise<StoredLine[] | undefined> {
  return (await readVersions(trx, id)).find((candidate) => candidate.version === version)?.lines
}

/** Returns the requested contents with their total: kept lines at the stored price, added ones at the present price. */
async function toContents(
  trx: Knex.Transaction,
  language: Language,
  seenLines: readonly StoredLine[],
  items: readonly AmendedLine[],
  adjustments: AdjustmentInput[],
): Promise<OrderContents> {
  const added = items.flatMap((item) => ('productId' in item ? [item] : []))
  const { products, packages } = await readOffer(trx, added)
  const priced = priceLines(added, products ?? [], {
    language,
    packages,
    // Staff decide by what is in the shop; the line is marked as a backorder.
    refusesOutOfStock: false,
  })
  if ('unavailable' in priced)
    throw unavailableError({ message: 'Some of it is not sold.', details: { items: priced.unavailable } })
  const addedLines = priced.lines.values()
  const lines = items.map((item) => {
    const line = 'productId' in item ? addedLines.next().value : seenLines[item.line]
    if (!line) throw invalid('The order has no such line.', 'body.items')
    return { ...line, quantity: item.quantity }
  })
  const lineTotals = lines.map(({ unitPrice, quantity }) => unitPrice * quantity)
  const total = adjustedTotal(lineTotals, adjustments)
  // mutation test: discount-limited
  if (total < 0) throw invalid('The discount exceeds the order.', 'body.adjustments')
  return { lines, adjustments, total }
}

type Offer = Pick<OrderSituation, 'products' | 'packages'>

async function readOffer(trx: Knex.Transaction, lines: readonly { productId: string }[]): Promise<Offer> {
  const { rows } = await trx.raw<{ rows: Offer[] }>(
    `SELECT ${currentProductsSql(lines.length)} AS products, ${packagesSql} AS packages`,
    lines.map(({ productId }) => productId),
  )
  return rows[0] ?? { products: null, packages: null }
}

/** Compares what staff entered; the order of the keys in stored JSON differs. */
const isEqual = (order: StoredOrder, contents: OrderContents): boolean => toText(order) === toText(contents)

const toText = ({ lines, adjustments }: OrderContents): string =>
  JSON.stringify([
    lines.map(({ productId, slug, packageSize, quantity, unitPrice }) => [
      productId ?? slug,
      packageSize,
      quantity,
      unitPrice,
    ]),
    adjustments.map(({ kind, amount, reason }) => [kind, amount, reason]),
  ])

/** @throws Refusal `changed_meanwhile` with the present status and the author of the present version */
async function rejectConflict(trx: Knex.Transaction, { id, status, version }: StoredOrder): Promise<never> {
  const name = (await readVersions(trx, id)).at(-1)?.name
  const details: AmendmentConflict = { status, version, name: name ? sanitiseLine(name) : null }
  throw new Refusal('changed_meanwhile', 'Another user has changed this order in the meantime.', { ...details })
}
