import type { getStaffOrder, StaffOrder } from '@tsedra/contract/admin-orders'
import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { isMissing } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Empty } from '../../shared/ui/Empty.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { AnswerBy } from './AnswerBy.tsx'
import { Duplicate } from './Duplicate.tsx'
import { formatPhone } from './format.ts'
import { MoveOrder } from './MoveOrder.tsx'
import { NoteForm } from './NoteForm.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { phoneLink, Reach, telegramLink } from './Reach.tsx'
import { Timeline } from './Timeline.tsx'
import { useShopClock } from './use-shop-clock.ts'
import '../../shared/ui/note.css'

interface Props {
  id: string
  /** What is being typed about orders, by their ids: it outlives the drawer. */
  drafts: Map<string, string>
  onClose: () => void
}

/** Everything staff need to answer an order (decision O7), and what they do with it. */
export function OrderDrawer({ id, drafts, onClose }: Props) {
  const t = useTranslations()
  const lang = useLanguage()
  const found = useAdminQuery<typeof getStaffOrder>('GET /api/admin/orders/:id', { params: { id }, query: { lang } })
  const { data: order, error, dataUpdatedAt, refetch } = found
  const now = useShopClock(order?.now, dataUpdatedAt)
  return (
    <Dialog
      title={t('desk.order', { number: orderNumber(id) })}
      shape="drawer"
      className="odr"
      onClose={onClose}
      foot={order && <Contact order={order} />}
    >
      {!order &&
        (!error ? (
          <Waiting />
        ) : isMissing(error) ? (
          <Empty icon="search" title={t('desk.missing')} />
        ) : (
          <LoadError onRetry={() => void refetch()} />
        ))}
      {order && (
        <div className="odr__in">
          <section className="who2">
            <h3 className="serif">{order.customerName}</h3>
            <p className="muted">{formatPhone(order.customerPhone)}</p>
            <AnswerBy order={order} now={now} />
            <MoveOrder order={order} withButtons />
            <Reach order={order} />
          </section>
          {order.possibleDuplicateOf && order.status !== 'cancelled' && (
            <Duplicate order={order} of={order.possibleDuplicateOf} />
          )}
          {error && <Warning text={t('admin.stale')} />}
          {!order.phoneIsValid && <Warning text={t('desk.phoneUnread', { typed: order.customerPhoneTyped })} />}
          {order.isSuspect && <Warning text={t('desk.suspect')} />}
          <OrderFacts order={order} />
          <section className="odr__part">
            <h3 className="serif t-1">{t('desk.timeline.title')}</h3>
            <Timeline entries={order.timeline} />
            <NoteForm id={id} drafts={drafts} />
          </section>
        </div>
      )}
    </Dialog>
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

/** The two ways to reach a customer. */
function Contact({ order }: { order: StaffOrder }) {
  const t = useTranslations('desk')
  return (
    <div className="two-btn">
      <a className="btn btn--line" href={phoneLink(order)}>
        <Icon name="phone" size="i--sm" />
        {t('call')}
      </a>
      {order.phoneIsValid && (
        <a className="btn btn--primary" href={telegramLink(order)} target="_blank" rel="noreferrer">
          <Icon name="send" size="i--sm" />
          Telegram
        </a>
      )}
    </div>
  )
}

function Waiting() {
  const t = useTranslations()
  return (
    <output className="odr__in" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd'].map((bar) => (
        <span key={bar} className="sk sk--control" />
      ))}
    </output>
  )
}
