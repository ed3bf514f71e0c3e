import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Price } from '../catalogue/Price.tsx'
import { type Entry, isClockSet, mayResend, needsSignIn, waitsForShop } from '../outbox/entry.ts'
import { lookWhetherForgetful, useForgetful } from '../outbox/lasting-storage.ts'
import { sendNow } from '../outbox/send-now.ts'
import { SignInToSend } from './SignInToSend.tsx'
import { useLanguage } from '../shared/i18n/language.ts'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { formatMoment } from '../shared/i18n/moment.ts'
import { linesOf } from './order-form.ts'
import { OrderLines } from './OrderLines.tsx'
import { OtherWays } from './OrderTrouble.tsx'
import { useRefusalText } from './refusal-text.ts'

/** A request that only this phone knows of for certain. It is never called received. */
export function KeptOrder({ entry }: { entry: Entry }) {
  const t = useTranslations('order')
  const language = useLanguage()
  const { id, state, summary, createdAt } = entry
  return (
    <>
      <h1 className="serif t-4">{t(headline(entry))}</h1>
      <p className="queue__p">
        {t('page.title', { number: orderNumber(id) })}
        {isClockSet(createdAt) && ` · ${t('page.savedAt', { time: formatMoment(createdAt, language) })}`}
      </p>
      <div className="told">
        <Now entry={entry} />
        {state !== 'cancelled' && (
          <>
            <section className="told__lines" aria-label={t('page.lines')}>
              <h2 className="serif t-1">{t('page.lines')}</h2>
              {summary.lines.length === 0 && <p className="muted">{t('page.enquiry')}</p>}
              <OrderLines lines={linesOf(summary)} />
              {summary.lines.length > 1 && summary.total !== null && (
                <p className="sum">
                  <span>{t('total')}</span>
                  <Price kopiykas={summary.total} large />
                </p>
              )}
            </section>
            <div className="ways">
              {needsSignIn(entry) && <SignInToSend />}
              {mayResend(entry) && !needsSignIn(entry) && (
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
              {state === 'queued' && <TellMe />}
              <OtherWays id={id} summary={summary} />
            </BelowTheFold>
          </>
        )}
      </div>
    </>
  )
}

/** What is known at this moment, and what happens next. */
function Now({ entry }: { entry: Entry }) {
  const { state, reason, detail, attempts } = entry
  const t = useTranslations('order')
  const refusalText = useRefusalText()
  const forgetful = useForgetful()
  useEffect(() => void lookWhetherForgetful(), [])
  if (state === 'cancelled') {
    return <p>{reason === 'withdrawn' ? t('page.withdrawnText') : t('page.cancelledText')}</p>
  }
  if (state === 'attention') {
    return (
      <p className="note note--warn" role="alert">
        <Icon name="circle-alert" />
        <span>{refusalText(reason, detail)}</span>
      </p>
    )
  }
  const tried = state === 'queued' && attempts > 0
  const saved = waitsForShop(entry) ? 'page.waitsForShop' : tried ? 'page.triedText' : 'page.savedText'
  return (
    <p className={`note ${tried ? 'note--warn' : ''}`} aria-live="polite">
      <Icon name={tried && !waitsForShop(entry) ? 'cloud-off' : 'clock'} />
      <span>
        {state === 'sending' ? t('page.sendingText') : t(saved)}
        {tried && <span className="block">{refusalText(reason, detail, entry)}</span>}
        {forgetful && <b className="block">{t('forgetful.kept')}</b>}
        {!canSyncInBackground && state === 'queued' && <span className="block">{t('page.onlyWhileOpen')}</span>}
      </span>
    </p>
  )
}

function headline({ state, reason }: Entry) {
  if (state === 'sending') return 'page.sending'
  if (state === 'attention') return 'page.attention'
  if (state === 'cancelled') return reason === 'withdrawn' ? 'page.withdrawn' : 'status.cancelled'
  return 'page.saved'
}

/** Asked here and nowhere else: this is where a notification means something. Only a worker that sends can also tell. */
function TellMe() {
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
