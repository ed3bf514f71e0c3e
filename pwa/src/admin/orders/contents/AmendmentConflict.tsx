import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { amendableStatuses } from '@tsedra/contract/order-adjustments'
import { useTranslations } from 'use-intl'
import { ContentsChanges } from './ContentsChanges.tsx'
import type { OrderContents } from './contents-changes.ts'

interface Props {
  order: StaffOrder
  /** The order that the form was filled from. */
  base: StaffOrder
  onRebase: () => void
}

const contentsOf = ({ items, adjustments = [], totalAmount }: StaffOrder): OrderContents => ({
  items,
  adjustments,
  totalAmount,
})

/** Names what a colleague has changed since the form was opened; renders nothing without a change. */
export function AmendmentConflict({ order, base, onRebase }: Props) {
  const t = useTranslations()
  const author = order.timeline.findLast(({ version }) => version === order.version)?.by?.name
  if (!amendableStatuses.includes(order.status)) {
    return (
      <div className="note note--warn" role="alert">
        <p>{t('desk.contents.closed', { status: t(`order.status.${order.status}`) })}</p>
      </div>
    )
  }
  if (order.version === base.version) return null
  return (
    <div className="note note--warn contents-conflict" role="alert">
      <b>{t('desk.contents.outdated', { name: author ?? t('desk.actor.staff') })}</b>
      <ContentsChanges before={contentsOf(base)} after={contentsOf(order)} />
      <button type="button" className="btn btn--line" onClick={onRebase}>
        {t('desk.contents.rebase')}
      </button>
    </div>
  )
}
