import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { pickTone } from '@tsedra/contract/tone'
import { showToast } from '../shared/toasts.ts'
import { formatDateTime, formatTimeUntil } from '../shared/i18n/format-date-time.ts'
import { useReasonText } from '../orders/reason-text.ts'
import { orderText, share } from '../orders/share.ts'
import { formatMoney, formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { useOnline } from '../shared/use-online.ts'
import { Link } from '../shared/ui/Link.tsx'
import type { Draft } from '../outbox/draft.ts'
import {
  type Entry,
  isClockSet,
  canRevertCancel,
  canResend,
  canWithdraw,
  isSignInRequired,
  isWaitingForShop,
} from '../outbox/entry.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { revertCancel, cancelEntry } from '../outbox/cancel-entry.ts'
import { sendNow } from '../outbox/send-now.ts'
import { SignInToSend } from '../orders/SignInToSend.tsx'

const badges = { queued: 'badge--wait', sending: 'badge--info', attention: 'badge--bad' } as const
const pendingCancelTexts = {
  cancel: { label: 'takingBack', text: 'takingBackText' },
  edit: { label: 'editing', text: 'editingText' },
} as const
const stateLabels = { queued: 'waiting', sending: 'sending', attention: 'attention' } as const

export interface Edited {
  entry: Entry
  /** The draft that has its text; absent until the server has confirmed the cancellation. */
  draft?: Draft
}

/** Shows one pending order: lines, state and actions. */
export function PendingItem({ entry, onEdit }: { entry: Entry; onEdit: (edited: Edited) => void }) {
  const t = useTranslations('outbox')
  const language = useLanguage()
  const reasonText = useReasonText()
  const { id, state, summary, createdAt, reason, detail, attempts, wish: pendingCancel } = entry
  const [firstLine] = summary.lines
  if (state !== 'queued' && state !== 'sending' && state !== 'attention') return null
  const shouldShowReason = state === 'attention' || (attempts > 0 && state === 'queued')

  return (
    <li className="pending-item" data-tone={pickTone(firstLine?.slug ?? '')}>
      <div className="plate">
        <ProductPicture imageUrl={firstLine?.imageUrl ?? null} alt="" sizes="72px" />
      </div>
      <div>
        <div className="pending-item__head">
          <h2 className="serif t-1">
            <Link to={`/order/${id}`}>{firstLine?.name ?? orderNumber(id)}</Link>
          </h2>
          <span className={`badge ${badges[pendingCancel ? 'sending' : state]}`}>
            {t(
              pendingCancel
                ? pendingCancelTexts[pendingCancel.to].label
                : isWaitingForShop(entry)
                  ? 'waitingForShop'
                  : stateLabels[state],
            )}
          </span>
        </div>
        {summary.lines.map(({ productId, name, packageSize, quantity, lineTotal }, index) => (
          <p className="sm muted" key={`${productId}${packageSize}`}>
            {index > 0 && `${name}: `}
            {formatPackage(packageSize, language)} × {quantity} · {formatMoney(lineTotal, language)}
          </p>
        ))}
        {summary.lines.length > 1 && summary.total !== null && (
          <p className="sm">{formatMoney(summary.total, language)}</p>
        )}
        <p className="sm muted">
          {orderNumber(id)}
          {isClockSet(createdAt) && ` · ${t('savedAt', { time: formatDateTime(createdAt, language) })}`}
        </p>
        {pendingCancel && (
          <p className="sm muted pending-item__reason">{t(pendingCancelTexts[pendingCancel.to].text)}</p>
        )}
        {shouldShowReason && (
          <p className={state === 'attention' ? 'field__error pending-item__reason' : 'sm muted pending-item__reason'}>
            {state === 'attention' && <Icon name="circle-alert" />}
            {reasonText(reason, detail, entry)}
          </p>
        )}
        {state === 'queued' && attempts > 0 && <NextAttempt at={entry.nextAt} />}
      </div>
      <Actions entry={entry} onEdit={onEdit} />
    </li>
  )
}

function Actions({ entry, onEdit }: { entry: Entry; onEdit: (edited: Edited) => void }) {
  const t = useTranslations('outbox')
  const language = useLanguage()
  const online = useOnline()
  const { id, summary, wish: pendingCancel } = entry
  // An order that may have reached the server is cancelled there first; offline the form would open at an unknown time.
  const canEdit = canWithdraw(entry) || online

  async function cancelOrEdit(purpose: 'cancel' | 'edit'): Promise<void> {
    const { parts, sender } = pageOutbox()
    const result = await cancelEntry(parts.db, id, purpose, parts.now())
    if (result === 'cancelled') showToast({ title: t('removed', { number: orderNumber(id) }) })
    else if (result === 'too_late') showToast({ kind: 'bad', title: t('tooLate') })
    else {
      if (purpose === 'edit') onEdit({ entry, ...(typeof result === 'object' && { draft: result }) })
      await sender.nudge()
    }
  }

  async function keepRequest(): Promise<void> {
    const { parts, sender } = pageOutbox()
    await revertCancel(parts.db, id, parts.now())
    await sender.nudge()
  }

  return (
    <div>
      {!pendingCancel && !canEdit && <p className="sm muted">{t('editOffline')}</p>}
      <div className="pending-item__actions">
        {isSignInRequired(entry) && <SignInToSend />}
        {canResend(entry) && !isSignInRequired(entry) && (
          <button type="button" className="btn btn--soft btn--sm" onClick={() => void sendNow(id)}>
            <Icon name="send" size="i--sm" />
            {t(pendingCancel ? 'askNow' : 'sendNow')}
          </button>
        )}
        {!pendingCancel && (
          <>
            <button
              type="button"
              className="btn btn--quiet btn--sm"
              disabled={!canEdit}
              onClick={() => void cancelOrEdit('edit')}
            >
              <Icon name="pencil" size="i--sm" />
              {t('edit')}
            </button>
            <button type="button" className="btn btn--quiet btn--sm" onClick={() => void cancelOrEdit('cancel')}>
              <Icon name="trash-2" size="i--sm" />
              {t('cancel')}
            </button>
          </>
        )}
        {canRevertCancel(entry) && (
          <button type="button" className="btn btn--quiet btn--sm" onClick={() => void keepRequest()}>
            <Icon name="refresh-cw" size="i--sm" />
            {t('keep')}
          </button>
        )}
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          onClick={() =>
            void share({ text: orderText(id, summary, language) }).then(
              (outcome) => outcome === 'copied' && showToast({ title: t('copied') }),
            )
          }
        >
          <Icon name="share" size="i--sm" />
          {t('share')}
        </button>
      </div>
    </div>
  )
}

/** Counts down to the next attempt. */
function NextAttempt({ at }: { at: number }) {
  const t = useTranslations('outbox')
  const language = useLanguage()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <p className="sm muted">{t('next', { when: formatTimeUntil(at, now, language) })}</p>
}
