import { useQuery } from '@tanstack/react-query'
import { parseMoney } from '@tsedra/contract/money'
import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Price } from '../../catalogue/Price.tsx'
import { type Entry, GUEST, isClockSet, isVisibleTo } from '../../outbox/entry.ts'
import { pageOutbox } from '../../outbox/page-outbox.ts'
import { readReceivedOrders, removeReceivedOrder, storeReceivedOrder } from '../../outbox/received-orders.ts'
import { useLiveQuery } from '../../outbox/use-live-query.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { formatDateTime } from '../../shared/i18n/format-date-time.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { deleteLastOrder } from '../../shared/last-order-changes.ts'
import { showToast } from '../../shared/toasts.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { OrderNumberText } from '../../shared/ui/OrderNumberText.tsx'
import { orderQuery, parseOrder } from '../order-query.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import './device-orders.css'

/** Maximum number of orders shown: each one that is not closed costs a request. */
const MAX_SHOWN = 30
const TITLE_ID = 'device-orders'

/** Reads and lists the received orders of this device, or only those that guests have placed. */
export function ReceivedOrders({ ofGuests }: { ofGuests: boolean }) {
  const received = useLiveQuery(readReceivedOrders)
  if (received.state !== 'read') return null
  return <DeviceOrders entries={ofGuests ? received.value.filter(({ owner }) => owner === GUEST) : received.value} />
}

/** The orders of this device that the shop has received: number, date, total and last known status, readable offline. */
export function DeviceOrders({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslations('device')
  const owner = useCurrentUser()?.user.id ?? GUEST
  const visibleEntries = entries.filter((entry) => isVisibleTo(entry, owner))
  if (visibleEntries.length === 0) return null
  return (
    <section className="device-orders" aria-labelledby={TITLE_ID}>
      <h2 className="serif t-2" id={TITLE_ID} tabIndex={-1}>
        {t('title')}
      </h2>
      <ul>
        {visibleEntries.slice(0, MAX_SHOWN).map((entry) => (
          <DeviceOrder key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function DeviceOrder({ entry }: { entry: Entry }) {
  const t = useTranslations()
  const language = useLanguage()
  const { id, sentAt, createdAt, summary } = entry
  const number = orderNumber(id)
  const stored = parseOrder(entry.answer)
  // A closed order hardly ever changes, and its page requests it again.
  const isClosed = stored?.status === 'completed' || stored?.status === 'cancelled'
  const { data } = useQuery({ ...orderQuery(id, language), enabled: !isClosed })
  const order = data ?? stored
  const isNews = data && (data.status !== stored?.status || data.amendedAt !== stored.amendedAt)
  const { db } = pageOutbox().parts
  useEffect(() => {
    if (isNews) void storeReceivedOrder(db, data).catch(() => {})
  }, [db, isNews, data])
  const total = order ? parseMoney(order.totalAmount ?? '') : (summary.total ?? undefined)
  const at = order?.createdAt ?? sentAt ?? createdAt

  async function remove(): Promise<void> {
    // The button that has the focus is removed with its row.
    document.getElementById(TITLE_ID)?.focus({ preventScroll: true })
    deleteLastOrder(id)
    await removeReceivedOrder(db, id)
    const restore = () => void db.outbox.put(entry)
    showToast({ title: t('device.removed'), action: { label: t('outbox.keep'), run: restore } })
  }
  return (
    <li>
      <Link to={`/order/${id}`}>
        <OrderNumberText text={t('order.page.title', { number })} number={number} />
      </Link>
      {order && <StatusBadge status={order.status} />}
      <button
        type="button"
        className="icon-btn"
        aria-label={t('device.remove', { number })}
        onClick={() => void remove()}
      >
        <Icon name="trash-2" size="i--sm" />
      </button>
      <span className="muted sm">
        {isClockSet(new Date(at).getTime()) && (
          <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, language)}</time>
        )}
      </span>
      {total !== undefined && <Price kopiykas={total} />}
    </li>
  )
}
