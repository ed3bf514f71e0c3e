import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../../../session/current-user.ts'
import { findForeignChange } from './foreign-change.ts'
import { usePresence } from './use-presence.ts'

/** Who else looks at this order, and whose change arrived while it was open. */
export function OrderPresence({ order }: { order: StaffOrder }) {
  const t = useTranslations()
  const names = usePresence(order.id)
  const ownId = useCurrentUser()?.user.id
  const [openedAt] = useState(order.timeline.at(-1)?.id ?? 0)
  const change = findForeignChange(order.timeline, openedAt, ownId)
  return (
    <div role="status" className="order-presence">
      {names.length > 0 && <p>{t('desk.presence.viewing', { count: names.length, names: names.join(', ') })}</p>}
      {change?.newStatus && (
        <p className="order-presence__change">
          {t('desk.presence.changed', {
            name: change.by?.name || t(`desk.actor.${change.actor}`),
            status: t(`order.status.${change.newStatus}`),
          })}
        </p>
      )}
    </div>
  )
}
