import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Price } from '../catalogue/Price.tsx'
import { type Entry, isClockSet, canResend, isSignInRequired, isWaitingForShop } from '../outbox/entry.ts'
import { detectEphemeralStorage, useIsEphemeralStorage } from '../outbox/ephemeral-storage.ts'
import { sendNow } from '../outbox/send-now.ts'
import { SignInToSend } from './SignInToSend.tsx'
import { useLanguage } from '../shared/i18n/language.ts'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { linesFromSummary } from './order-form.ts'
import { OrderLines } from './OrderLines.tsx'
import { ContactOptions } from './OrderAlert.tsx'
import { useReasonText } from './reason-text.ts'

/** Shows an order that is stored on this phone and not confirmed by the shop. The page never calls it received. */
export function LocalOrder({ entry }: { entry: Entry }) {
  const t = useTranslations('order')
  const language = useLanguage()
  const { id, state, summary, createdAt } = entry
  return (
    <>
      <h1 className="serif t-4">{t(headlineKeyOf(entry))}</h1>
      <p className="order-page__intro">
        {t('page.title', { number: orderNumber(id) })}
        {isClockSet(createdAt) && ` · ${t('page.savedAt', { time: formatDateTime(createdAt, language) })}`}
      </p>
      <div className="order-summary">
        <EntryStatus entry={entry} />
        {state !== 'cancelled' && (
          <>
            <section className="order-summary__lines" aria-label={t('page.lines')}>
              <h2 className="serif t-1">{t('page.lines')}</h2>
              {summary.lines.length === 0 && <p className="muted">{t('page.enquiry')}</p>}
              <OrderLines lines={linesFromSummary(summary)} />
              {summary.lines.length > 1 && summary.total !== null && (
                <p className="sum">
                  <span>{t('total')}</span>
                  <Price kopiykas={summary.total} isLarge />
                </p>
              )}
            </section>
            <div className="button-group">
              {isSignInRequired(entry) && <SignInToSend />}
              {canResend(entry) && !isSignInRequired(entry) && (
                <button
                  type="button"
                  className="btn btn--ink"
                  disabled={state === 'sending'}
                  onClick={() => void sendNow(id)}
                >
                  <Icon name="send" size="i--sm" />
                  {t('page.sendNow')}
                </button>
              )}
              <Link className="btn btn--line" to="/pending">
                {t('page.pending')}
              </Link>
            </div>
            <BelowTheFold>
              {state === 'queued' && <NotificationPrompt />}
              <ContactOptions id={id} summary={summary} />
            </BelowTheFold>
          </>
        )}
      </div>
    </>
  )
}

/** Shows the state of the outbox entry and what happens next. */
function EntryStatus({ entry }: { entry: Entry }) {
  const { state, reason, detail, attempts } = entry
  const t = useTranslations('order')
  const reasonText = useReasonText()
  const isEphemeral = useIsEphemeralStorage()
  useEffect(() => void detectEphemeralStorage(), [])
  if (state === 'cancelled') {
    return <p>{reason === 'withdrawn' ? t('page.withdrawnText') : t('page.cancelledText')}</p>
  }
  if (state === 'attention') {
    return (
      <p className="note note--warn" role="alert">
        <Icon name="circle-alert" />
        <span>{reasonText(reason, detail)}</span>
      </p>
    )
  }
  const hasBeenTried = state === 'queued' && attempts > 0
  const savedKey = isWaitingForShop(entry) ? 'page.waitsForShop' : hasBeenTried ? 'page.triedText' : 'page.savedText'
  return (
    <p className={`note ${hasBeenTried ? 'note--warn' : ''}`} aria-live="polite">
      <Icon name={hasBeenTried && !isWaitingForShop(entry) ? 'cloud-off' : 'clock'} />
      <span>
        {state === 'sending' ? t('page.sendingText') : t(savedKey)}
        {hasBeenTried && <span className="block">{reasonText(reason, detail, entry)}</span>}
        {isEphemeral && <b className="block">{t('forgetful.kept')}</b>}
        {!canSyncInBackground && state === 'queued' && <span className="block">{t('page.onlyWhileOpen')}</span>}
      </span>
    </p>
  )
}

function headlineKeyOf({ state, reason }: Entry) {
  if (state === 'sending') return 'page.sending'
  if (state === 'attention') return 'page.attention'
  if (state === 'cancelled') return reason === 'withdrawn' ? 'page.withdrawn' : 'status.cancelled'
  return 'page.saved'
}

/**
 * Requests the permission to show notifications, on this page only: here the shopper can see what they are for. Without
 * Background Sync it is hidden, because the service worker could not show one.
 */
function NotificationPrompt() {
  const t = useTranslations('order.page')
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'denied',
  )
  if (!canSyncInBackground || permission === 'denied') return null
  if (permission === 'granted') return <p className="sm muted">{t('tellMeOn')}</p>
  return (
    <button
      type="button"
      className="btn btn--quiet btn--sm -ml-3.5 self-start"
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      <Icon name="clock" size="i--sm" />
      {t('tellMe')}
    </button>
  )
}

const canSyncInBackground =
  typeof ServiceWorkerRegistration !== 'undefined' && 'sync' in ServiceWorkerRegistration.prototype
