import type { StaffOrder, TimelineEntry } from '@tsedra/contract/admin-orders'
import type { ReplyChannel } from '@tsedra/contract/admin-replies'
import type { Language } from '@tsedra/contract/language'
import type { Order } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { readPossibleDuplicates } from '@tsedra/database/possible-duplicates'
import { readVersions, type StoredVersion } from '@tsedra/database/order-versions'
import { readOrder, type StoredOrder } from '@tsedra/database/orders'
import { sanitiseLine, sanitiseLines } from '@tsedra/service/sanitise-text'
import { orderView, versionView } from '../orders/order-view.ts'

/** Returns an order with its internal data and timeline; undefined when it does not exist. */
export async function readStaffOrder(db: Db, id: string, language: Language): Promise<StaffOrder | undefined> {
  const [order, extras, timeline, duplicates, versions] = await Promise.all([
    readOrder(db, id),
    readExtras(db, id),
    readTimeline(db, id),
    readPossibleDuplicates(db, [id]),
    readVersions(db, id),
  ])
  if (!order || !extras) return undefined
  const possibleDuplicateOf = duplicates.get(id)
  return {
    ...toStaffOrder(order, extras, timeline, language),
    ...(possibleDuplicateOf && { possibleDuplicateOf }),
    ...(versions.length > 0 && { versions: versions.map((version) => staffVersionView(version, language)) }),
  }
}

interface OrderExtras {
  customerPhoneTyped: string
  telegramSent: boolean
  customerTelegram: string | null
  customerId: string | null
  customerHearsInTelegram: boolean
  now: Date
}

function toStaffOrder(
  order: StoredOrder,
  { now, ...extras }: OrderExtras,
  timeline: TimelineEntry[],
  displayLanguage: Language,
): StaffOrder {
  const { customerName, customerPhone, phoneIsValid, customerComment, language, isSuspect, source } = order
  const view = orderView(order, displayLanguage)
  return {
    ...view,
    ...sanitiseContents(view),
    version: order.version,
    ...extras,
    customerName: sanitiseLine(customerName),
    customerPhone: sanitiseLine(customerPhone),
    customerPhoneTyped: sanitiseLine(extras.customerPhoneTyped),
    phoneIsValid,
    customerComment: customerComment === null ? null : sanitiseLines(customerComment),
    language,
    isSuspect,
    source,
    timeline,
    now: now.toISOString(),
  }
}

function staffVersionView(version: StoredVersion, language: Language) {
  const view = versionView(version, language)
  return { ...view, ...sanitiseContents(view) }
}

const sanitiseContents = <View extends Pick<Order, 'items' | 'adjustments'>>({ items, adjustments }: View) => ({
  items: items.map((item) => ({ ...item, name: sanitiseLine(item.name) })),
  ...(adjustments && {
    adjustments: adjustments.map((adjustment) => ({ ...adjustment, reason: sanitiseLine(adjustment.reason) })),
  }),
})

async function readExtras(db: Db, id: string): Promise<OrderExtras | undefined> {
  const { rows } = await db.raw<{ rows: OrderExtras[] }>(
    `SELECT o.customer_phone_typed AS "customerPhoneTyped", o.telegram_sent AS "telegramSent", o.customer_telegram AS "customerTelegram", o.user_id AS "customerId",
       EXISTS (SELECT FROM order_chats c WHERE c.order_id = o.id) OR u.telegram_id IS NOT NULL AS "customerHearsInTelegram",
       clock_timestamp() AS now
     FROM orders o LEFT JOIN users u ON u.id = o.user_id WHERE o.id = ?`,
    [id],
  )
  return rows[0]
}

type EventRow = Omit<TimelineEntry, 'id' | 'by' | 'createdAt' | 'version' | 'reply'> & {
  id: string
  version: number | null
  channel: ReplyChannel | null
  isSent: boolean
  userId: string | null
  name: string | null
  createdAt: Date
}

async function readTimeline(db: Db, id: string): Promise<TimelineEntry[]> {
  const { rows } = await db.raw<{ rows: EventRow[] }>(
    `SELECT e.id, e.kind, e.old_status AS "oldStatus", e.new_status AS "newStatus", e.actor, e.note, e.version,
       e.reply_channel AS channel, e.reply_sent_at IS NOT NULL AS "isSent",
       u.id AS "userId", trim(u.first_name || ' ' || u.last_name) AS name, e.created_at AS "createdAt"
     FROM order_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.order_id = ? ORDER BY e.id`,
    [id],
  )
  return rows.map(({ userId, name, version, channel, isSent, ...row }) => ({
    ...row,
    ...(version !== null && { version }),
    ...(channel !== null && { reply: { channel, isSent } }),
    id: Number(row.id),
    note: row.note === null ? null : sanitiseLines(row.note),
    by: userId === null ? null : { id: userId, name: sanitiseLine(name ?? '') },
    createdAt: row.createdAt.toISOString(),
  }))
}
