import { orderNumber } from '@tsedra/contract/order-number'
import { useState } from 'react'
import { useLocation } from '../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { Link } from '../shared/ui/Link.tsx'
import type { OpenIds } from '../outbox/queue.ts'
import { useLostCount } from '../outbox/storage-loss-canary.ts'
import { type ReceivedOrder, useReceivedOrder } from './use-received-order.ts'
import './bar-check.css'

interface Check {
  face: 'waiting' | 'attention' | 'received'
  /** The orders that it is about. */
  ids: readonly string[]
}

/** Shows the open orders as a bar check pinned to the bottom bar; it is turned over once the shop has the order. */
export function BarCheck({ openIds, received }: { openIds: OpenIds | undefined; received: ReceivedOrder | undefined }) {
  const { pathname } = useLocation()
  const { receivedId, isLeaving, dismiss, holdHandlers } = useReceivedOrder(received)
  const check = openIds && findCheck(openIds, receivedId)
  const isLostBannerShown = useLostCount() > 0
  // The page of pending orders shows the same.
  if (!check || isLostBannerShown || pathname === '/pending') return null
  const isReceived = check.face === 'received'
  return (
    <aside className={`bar-check ${isReceived && isLeaving ? 'bar-check--leaving' : ''}`} {...holdHandlers}>
      <CheckLink check={check} onOpen={isReceived ? dismiss : undefined} />
    </aside>
  )
}

function findCheck({ pending, attention }: OpenIds, receivedId: string | undefined): Check | undefined {
  if (attention.length > 0) return { face: 'attention', ids: attention }
  if (pending.length > 0) return { face: 'waiting', ids: pending }
  return receivedId === undefined ? undefined : { face: 'received', ids: [receivedId] }
}

function CheckLink({ check: { face, ids }, onOpen }: { check: Check; onOpen: (() => void) | undefined }) {
  const t = useTranslations('outbox')
  const [firstFace] = useState(face)
  const [id = ''] = ids
  const isSingle = ids.length === 1
  const stamps = {
    attention: t('attention'),
    waiting: t(isSingle ? 'check.waiting' : 'check.waitingMany'),
    received: t('check.received'),
  }
  return (
    <Link
      className="bar-check__link"
      data-testid="bar-check"
      to={face === 'received' ? `/order/${id}` : '/pending'}
      onClick={onOpen}
    >
      {/* A key for each face: a new one starts the animation that turns the check over. */}
      <span key={face} className={`bar-check__face ${face === firstFace ? '' : 'bar-check__face--turned'}`}>
        <span className="bar-check__order">
          {t(isSingle ? 'check.order' : 'check.orders')}{' '}
          <b className="order-number">{isSingle ? orderNumber(id) : `× ${ids.length}`}</b>
        </span>{' '}
        <span className={`bar-check__stamp bar-check__stamp--${face}`}>{stamps[face]}</span>
      </span>
    </Link>
  )
}
