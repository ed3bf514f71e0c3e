import type { getStaffOrder, StaffOrder } from '@tsedra/contract/admin-orders'
import { amendableStatuses } from '@tsedra/contract/order-adjustments'
import { orderNumber } from '@tsedra/contract/order-number'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isNotFound } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { OrderNumberText } from '../../shared/ui/OrderNumberText.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { ResponseDeadline } from './ResponseDeadline.tsx'
import { DuplicateWarning } from './DuplicateWarning.tsx'
import { formatPhone } from './format-order.ts'
import { ChangeStatus } from './ChangeStatus.tsx'
import { AmendOrder } from './contents/AmendOrder.tsx'
import { NoteForm } from './NoteForm.tsx'
import { OrderDetails } from './OrderDetails.tsx'
import { getPhoneLink, ContactLinks, getTelegramLink } from './ContactLinks.tsx'
import { OrderPresence } from './presence/OrderPresence.tsx'
import { PackingSlip } from './print/PackingSlip.tsx'
import { ReplyDialog } from './replies/ReplyDialog.tsx'
import { Timeline } from './Timeline.tsx'
import { useServerClock } from './use-server-clock.ts'
import '../../shared/ui/note.css'

interface Props {
  id: string
  /** Drafts of notes by order id, which outlive the drawer. */
  drafts: Map<string, string>
  onClose: () => void
}

/** The drawer of one order: its data and its actions. */
export function OrderDrawer({ id, drafts, onClose }: Props) {
  const t = useTranslations()
  const lang = useLanguage()
  const query = useAdminQuery<typeof getStaffOrder>('GET /api/admin/orders/:id', { params: { id }, query: { lang } })
  const { data: order, error, dataUpdatedAt, refetch } = query
  const now = useServerClock(order?.now, dataUpdatedAt)
  const number = orderNumber(id)
  return (
    <Dialog
      title={<OrderNumberText text={t('desk.order', { number })} number={number} />}
      variant="drawer"
      className="order-drawer"
      onClose={onClose}
      footer={
        order && (
          <>
            <OrderPresence order={order} />
            <ContactButtons order={order} />
          </>
        )
      }
    >
      {!order &&
        (!error ? (
          <OrderSkeleton />
        ) : isNotFound(error) ? (
          <EmptyState icon="search" title={t('desk.missing')} />
        ) : (
          <LoadError onRetry={() => void refetch()} />
        ))}
      {order && (
        <div className="order-drawer__content">
          <section className="order-customer">
            <h3 className="serif">{order.customerName}</h3>
            <p className="muted">{formatPhone(order.customerPhone)}</p>
            <ResponseDeadline order={order} now={now} />
            <ChangeStatus order={order} hasButtons />
            <ContactLinks order={order} />
          </section>
          {order.possibleDuplicateOf && order.status !== 'cancelled' && (
            <DuplicateWarning order={order} originalId={order.possibleDuplicateOf} />
          )}
          {error && <Warning text={t('admin.stale')} />}
          {!order.phoneIsValid && <Warning text={t('desk.phoneUnread', { typed: order.customerPhoneTyped })} />}
          {order.isSuspect && <Warning text={t('desk.suspect')} />}
          <OrderDetails order={order} />
          <ReplyButton id={id} />
          <PackingSlip order={order} />
          <AmendButton order={order} />
          <section className="order-drawer__section">
            <h3 className="serif t-1">{t('desk.timeline.title')}</h3>
            <Timeline order={order} />
            <NoteForm id={id} drafts={drafts} />
          </section>
        </div>
      )}
    </Dialog>
  )
}

/** Opens the form that changes the order, in the statuses that allow it; an open form stays. */
function AmendButton({ order }: { order: StaffOrder }) {
  const t = useTranslations('desk.contents')
  const [isOpen, setIsOpen] = useState(false)
  const isShown = amendableStatuses.includes(order.status)
  return (
    <>
      {isShown && (
        <button type="button" className="btn btn--line" onClick={() => setIsOpen(true)}>
          <Icon name="pencil" size="i--sm" />
          {t('action')}
        </button>
      )}
      {isOpen && <AmendOrder order={order} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Opens the dialog of a reply to the customer. */
function ReplyButton({ id }: { id: string }) {
  const t = useTranslations('desk.reply')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn--line" onClick={() => setIsOpen(true)}>
        <Icon name="send" size="i--sm" />
        {t('action')}
      </button>
      {isOpen && <ReplyDialog id={id} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <p className="note note--warn">
      <Icon name="circle-alert" />
      <span>{text}</span>
    </p>
  )
}

/** Buttons to call the customer or to open a Telegram chat. */
function ContactButtons({ order }: { order: StaffOrder }) {
  const t = useTranslations('desk')
  const telegramLink = getTelegramLink(order)
  return (
    <div className="two-buttons">
      <a className="btn btn--line" href={getPhoneLink(order)}>
        <Icon name="phone" size="i--sm" />
        {t('call')}
      </a>
      {telegramLink && (
        <a className="btn btn--primary" href={telegramLink} target="_blank" rel="noreferrer">
          <Icon name="send" size="i--sm" />
          Telegram
        </a>
      )}
    </div>
  )
}

function OrderSkeleton() {
  const t = useTranslations()
  return (
    <output className="order-drawer__content" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd'].map((bar) => (
        <span key={bar} className="sk sk--control" />
      ))}
    </output>
  )
}
