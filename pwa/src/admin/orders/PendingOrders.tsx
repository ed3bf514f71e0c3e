import { useQueryClient } from '@tanstack/react-query'
import type { countPendingOrders, OrderEvent } from '@tsedra/contract/admin-orders'
import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { askWhoIsSignedIn } from '../../accounts/session.ts'
import { notify } from '../../shared/notices.ts'
import { ADMIN, useAdminQuery } from '../admin-query.ts'
import { followOrders } from './order-feed.ts'

/** Milliseconds in which events are gathered before lists are asked for anew. */
const GATHER_MS = 250

/**
 * How many orders nobody has answered, in the navigation and so on every screen of the panel; it hears of new ones as
 * they come, tells of them and has every list that shows orders asked anew.
 */
export function PendingOrders() {
  const t = useTranslations('desk')
  const found = useAdminQuery<typeof countPendingOrders>('GET /api/admin/pending-orders')
  const { data } = found
  useOrderFeed(found)
  if (!data?.pending) return null
  return (
    <span className="n">
      <span aria-hidden="true">{data.pending > 99 ? '99+' : data.pending}</span>
      <span className="vh">{t('pending', { count: data.pending })}</span>
    </span>
  )
}

/** Follows from the first count on; when that could not be read, from now on, and lists are asked anew once the shop answers. */
function useOrderFeed({ data, isPending }: { data: { lastEvent: number } | undefined; isPending: boolean }): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const t = useTranslations('desk.feed')

  const tell = useEffectEvent(({ orderId }: OrderEvent) =>
    notify({
      title: t('placed'),
      text: t('number', { number: orderNumber(orderId) }),
      action: { label: t('show'), run: () => void navigate(`/admin/orders?order=${orderId}`) },
    }),
  )
  const askAnew = () =>
    void client.invalidateQueries({ predicate: ({ queryKey: [of, address] }) => of === ADMIN && isOfOrders(address) })
  const follow = useEffectEvent(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      gathering = undefined
      askAnew()
    }
    const stop = followOrders(data?.lastEvent, {
      missed: askAnew,
      hear(event, isNew) {
        gathering ??= setTimeout(ask, GATHER_MS)
        if (event.kind === 'placed' && isNew) tell(event)
      },
      refused: () => void askWhoIsSignedIn(),
    })
    return () => {
      clearTimeout(gathering)
      stop()
    }
  })
  useEffect(() => (isPending ? undefined : follow()), [isPending])
}

const isOfOrders = (address: unknown): boolean =>
  typeof address === 'string' && /\/api\/admin\/(pending-)?orders/.test(address)
