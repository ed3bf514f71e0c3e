import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { Price } from '../catalogue/Price.tsx'
import { type Entry, isClockSet, canResend, isSignInRequired } from '../outbox/entry.ts'
import { sendNow } from '../outbox/send-now.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { OrderNumberText } from '../shared/ui/OrderNumberText.tsx'
import { ChangeLocalOrder } from './ChangeLocalOrder.tsx'
import { EntryStatus, StateBadge } from './EntryStatus.tsx'
import { NotificationPrompt } from './NotificationPrompt.tsx'
import { ContactOptions } from './OrderAlert.tsx'
import { linesFromSummary } from './order-form.ts'
import { OrderLines } from './OrderLines.tsx'
import { SignInToSend } from './SignInToSend.tsx'
import { useLocalOrderEdit } from './use-local-order-edit.ts'

/** Shows an order that is stored on this phone and not confirmed by the shop. The page never calls it received. */
export function LocalOrder({ entry }: { entry: Entry }) {
  const t = useTranslations('order')
  const edit = useLocalOrderEdit(entry)
  const { id, state, reason, summary } = entry
  const number = orderNumber(id)
  const headline = edit.draft && state === 'cancelled' ? 'page.notSent' : headlineKeyOf({ state, reason })
  return (
    <>
      <h1 className="serif t-3">{t(headline)}</h1>
      <div className="order-summary">
        <EntryStatus entry={entry} hasDraft={edit.draft !== undefined} />
        <p className="order-summary__status">
          <b>
            <OrderNumberText text={t('page.title', { number })} number={number} />
          </b>
          <StateBadge entry={entry} />
        </p>
        {state !== 'cancelled' && (
          <section className="order-summary__lines" aria-label={t('page.lines')}>
            {summary.lines.length === 0 && <p className="muted">{t('page.enquiry')}</p>}
            <OrderLines lines={linesFromSummary(summary)} headingLevel={2} />
            {summary.lines.length > 1 && summary.total !== null && (
              <p className="sum">
                <span>{t('total')}</span>
                <Price kopiykas={summary.total} isLarge />
              </p>
            )}
          </section>
        )}
        {/* Stays mounted when the entry is withdrawn for an edit: its form is open then. */}
        <div className="button-group order-summary__change">
          <SendAction entry={entry} />
          <ChangeLocalOrder entry={entry} edit={edit} />
        </div>
        {state !== 'cancelled' && <MoreOptions entry={entry} />}
      </div>
    </>
  )
}

/** Offers what sends the order, if an attempt was made; without one it is among the further options. */
function SendAction({ entry }: { entry: Entry }) {
  if (isSignInRequired(entry)) return <SignInToSend />
  return hasBeenTried(entry) && canResend(entry) ? <SendNow entry={entry} /> : null
}

function SendNow({ entry: { id, state } }: { entry: Entry }) {
  const t = useTranslations('order.page')
  return (
    <button type="button" className="btn btn--ink" disabled={state === 'sending'} onClick={() => void sendNow(id)}>
      <Icon name="send" size="i--sm" />
      {t('sendNow')}
    </button>
  )
}

const hasBeenTried = ({ state, attempts }: Entry): boolean => attempts > 0 || state === 'attention'

/** Collapses what few shoppers need: when it was saved, another attempt, a notification, and other ways to the shop. */
function MoreOptions({ entry }: { entry: Entry }) {
  const t = useTranslations('order.page')
  const language = useLanguage()
  const { id, state, summary, createdAt } = entry
  return (
    <details className="fold">
      <summary>
        <Icon name="chevron-down" size="i--sm" />
        {t('more')}
      </summary>
      <p className="sm muted">
        {isClockSet(createdAt) && `${t('savedAt', { time: formatDateTime(createdAt, language) })}. `}
        {state !== 'attention' && t('once')}
      </p>
      {!hasBeenTried(entry) && (
        <div className="button-group">
          <SendNow entry={entry} />
        </div>
      )}
      {state === 'queued' && <NotificationPrompt />}
      <ContactOptions id={id} summary={summary} />
    </details>
  )
}

function headlineKeyOf({ state, reason }: Pick<Entry, 'state' | 'reason'>) {
  if (state === 'sending') return 'page.sending'
  if (state === 'attention') return 'page.attention'
  if (state === 'cancelled') return reason === 'withdrawn' ? 'page.withdrawn' : 'status.cancelled'
  return 'page.saved'
}
