import { useQueryClient } from '@tanstack/react-query'
import type { countPendingOrders, OrderEvent, OrderPresence } from '@tsedra/contract/admin-orders'
import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { refreshCurrentUser } from '../../accounts/session.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { showToast } from '../../shared/toasts.ts'
import { ADMIN_QUERY_KEY, useAdminQuery } from '../use-admin-query.ts'
import { alertOrder } from './alerts/alert-order.ts'
import { useTitleCount } from './alerts/title-count.ts'
import { useChimeUnlock } from './alerts/use-chime-unlock.ts'
import { subscribeToOrders } from './order-feed.ts'
import { receivePresence, refreshPresence } from './presence/presence-store.ts'

/** Milliseconds between an event and the refetch of the lists (debounce). */
const REFETCH_DELAY_MS = 250

/**
 * The number of pending orders, in the navigation of every admin page. Subscribes to the order feed, announces new
 * orders and refetches every list of orders.
 */
export function PendingOrdersBadge() {
  const t = useTranslations('desk')
  const query = useAdminQuery<typeof countPendingOrders>('GET /api/admin/pending-orders')
  const { data } = query
  useOrderFeed(query)
  useTitleCount(data?.pending ?? 0)
  useChimeUnlock()
  if (!data?.pending) return null
  return (
    <span className="n">
      <span aria-hidden="true">{data.pending > 99 ? '99+' : data.pending}</span>
      <span className="visually-hidden">{t('pending', { count: data.pending })}</span>
    </span>
  )
}

/** Subscribes from the first count on; without it, from now on, and refetches the lists once the server responds. */
function useOrderFeed({ data, isPending }: { data: { lastEvent: number } | undefined; isPending: boolean }): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const t = useTranslations('desk.feed')
  const user = useCurrentUser()

  const onPresence = useEffectEvent((presence: OrderPresence) => receivePresence(presence, user?.user.id))
  const announceOrder = useEffectEvent(({ orderId }: OrderEvent) => {
    const [title, text] = [t('placed'), t('number', { number: orderNumber(orderId) })]
    showToast({
      kind: 'news',
      title,
      text,
      action: { label: t('show'), run: () => navigate(`/admin/orders?order=${orderId}`) },
    })
    alertOrder({ orderId, title, body: text })
  })
  const invalidateOrders = () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [scope, address] }) => scope === ADMIN_QUERY_KEY && isOrdersEndpoint(address),
    })
  const subscribe = useEffectEvent(() => {
    let refetchTimer: ReturnType<typeof setTimeout> | undefined
    const refetch = () => {
      refetchTimer = undefined
      invalidateOrders()
    }
    const unsubscribe = subscribeToOrders(data?.lastEvent, {
      onGap: invalidateOrders,
      onEvent(event, isNew) {
        refetchTimer ??= setTimeout(refetch, REFETCH_DELAY_MS)
        if (event.kind === 'placed' && isNew) announceOrder(event)
      },
      onPresence,
      onConnected: refreshPresence,
      onRejected: () => void refreshCurrentUser(),
    })
    return () => {
      clearTimeout(refetchTimer)
      unsubscribe()
    }
  })
  useEffect(() => (isPending ? undefined : subscribe()), [isPending])
}

const isOrdersEndpoint = (address: unknown): boolean =>
  typeof address === 'string' && /\/api\/admin\/(pending-)?orders/.test(address)
