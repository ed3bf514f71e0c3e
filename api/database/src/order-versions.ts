import { kopiykasToDecimal } from '@tsedra/contract/money'
import { signedAmount } from '@tsedra/contract/order-adjustments'
import type { Knex } from 'knex'
import { type Actor, audit } from './audit.ts'
import type { Db } from './connection.ts'
import { notifyCustomerChatsOfAmendment } from './order-chats.ts'
import { queueOrderEmail } from './order-emails.ts'
import { queueDuplicateMessageUpdates, queueStaffMessageUpdates } from './order-status.ts'
import type { StoredAdjustment, StoredLine, StoredOrder } from './orders.ts'
import { readMatchingOrders } from './possible-duplicates.ts'

/** What staff may change of an order; money in kopiykas. */
export interface OrderContents {
  lines: StoredLine[]
  adjustments: StoredAdjustment[]
  /** Null for an enquiry without products. */
  total: number | null
}

export interface StoredVersion extends OrderContents {
  version: number
  /** The member of staff who made the version; null for the first version and for a deleted account. */
  name: string | null
  createdAt: Date
}

/** Returns every version of an order, oldest first; none of an order that was never changed. */
export async function readVersions(db: Db, orderId: string): Promise<StoredVersion[]> {
  return (await readVersionsOfOrders(db, [orderId])).get(orderId) ?? []
}

/** Returns the versions of those orders that staff have changed, oldest first. */
export async function readVersionsOfOrders(db: Db, orderIds: readonly string[]): Promise<Map<string, StoredVersion[]>> {
  type Row = Omit<StoredVersion, 'total'> & { orderId: string; total: string | null }
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT v.order_id AS "orderId", v.version, v.lines, v.adjustments, v.created_at AS "createdAt",
       (v.total_amount * 100)::bigint AS total, nullif(trim(u.first_name || ' ' || u.last_name), '') AS name
     FROM order_versions v LEFT JOIN users u ON u.id = v.user_id
     WHERE v.order_id = ANY(?::uuid[]) ORDER BY v.order_id, v.version`,
    [[...orderIds]],
  )
  const versions = new Map<string, StoredVersion[]>()
  for (const { orderId, total, ...version } of rows) {
    const ofOrder = versions.get(orderId) ?? []
    ofOrder.push({ ...version, total: total === null ? null : Number(total) })
    versions.set(orderId, ofOrder)
  }
  return versions
}

interface NewVersion {
  /** The present state; the caller has locked its row. */
  order: StoredOrder
  contents: OrderContents
  /** Internal. */
  reason: string
  by: Actor
}

/**
 * Replaces lines, adjustments and total of an order by a new version, together with its history, the audit log, the
 * customer's chats and the staff messages (infra/decisions/0046-amended-orders.md). The first change also stores the
 * order as it was placed. The accepted request, its fingerprint and its outcome are not touched.
 */
export async function storeNewVersion(
  trx: Knex.Transaction,
  { order, contents, reason, by }: NewVersion,
): Promise<void> {
  const { id } = order
  const version = order.version + 1
  const matchesBefore = await readMatchingOrders(trx, id)
  // mutation test: first-version-kept
  if (order.version === 1) await insertVersion(trx, id, { version: 1, contents: order, createdAt: order.createdAt })
  await insertVersion(trx, id, { version, contents, reason, userId: by.id })
  await replaceContents(trx, id, version, contents)
  // Stored as a note: the former release, and pages of it, can read it (infra/decisions/0046-amended-orders.md).
  const [event] = await trx('order_events').insert(
    { order_id: id, kind: 'note', actor: 'staff', user_id: by.id, note: reason, version },
    ['id'],
  )
  // mutation test: amendment-audited
  await audit(trx, by, { action: 'order.amended', id, before: describe(order), after: describe(contents) })
  const eventId = Number((event as { id: string }).id)
  // mutation test: amendment-sent-to-chats
  await notifyCustomerChatsOfAmendment(trx, id, eventId)
  // mutation test: amendment-sent-by-email
  await queueOrderEmail(trx, id, eventId)
  // mutation test: amendment-shown-in-message
  await queueStaffMessageUpdates(trx, id)
  await queueDuplicateMessageUpdates(trx, id, new Set([...matchesBefore, ...(await readMatchingOrders(trx, id))]))
}

interface VersionRow {
  version: number
  contents: OrderContents
  reason?: string
  userId?: string | null
  createdAt?: Date
}

async function insertVersion(
  trx: Knex.Transaction,
  orderId: string,
  { version, contents: { lines, adjustments, total }, reason, userId, createdAt }: VersionRow,
): Promise<void> {
  await trx('order_versions').insert({
    order_id: orderId,
    version,
    lines: JSON.stringify(lines),
    adjustments: JSON.stringify(adjustments),
    total_amount: total === null ? null : kopiykasToDecimal(total),
    reason: reason ?? null,
    user_id: userId ?? null,
    created_at: createdAt ?? trx.raw('clock_timestamp()'),
  })
}

async function replaceContents(
  trx: Knex.Transaction,
  orderId: string,
  version: number,
  { lines, adjustments, total }: OrderContents,
): Promise<void> {
  await trx('order_items').where({ order_id: orderId }).delete()
  await trx('order_items').insert(
    lines.map(({ productId, slug, names, packageSize, quantity, unitPrice, isBackorder = false }, line) => ({
      order_id: orderId,
      line,
      product_id: productId,
      product_slug: slug,
      product_names: JSON.stringify(names),
      package_size: packageSize,
      quantity,
      unit_price: kopiykasToDecimal(unitPrice),
      is_backorder: isBackorder,
    })),
  )
  await trx('orders')
    .where({ id: orderId })
    .update({
      version,
      adjustments: JSON.stringify(adjustments),
      total_amount: total === null ? null : kopiykasToDecimal(total),
      updated_at: trx.fn.now(),
    })
}

/** Returns the fields of an audit row; reasons are left out, because they may name the customer. */
const describe = ({ lines, adjustments, total }: OrderContents) => ({
  lines: lines.map(({ slug, packageSize, quantity }) => `${slug} ${packageSize} × ${quantity}`),
  adjustments: adjustments.map((adjustment) => `${adjustment.kind} ${formatSigned(signedAmount(adjustment))}`),
  total: total === null ? null : kopiykasToDecimal(total),
})

const formatSigned = (kopiykas: number): string => `${kopiykas < 0 ? '−' : ''}${kopiykasToDecimal(Math.abs(kopiykas))}`
