import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { stateBadges, stateLabels } from '../orders/EntryStatus.tsx'
import { useReasonText } from '../orders/reason-text.ts'
import { type Entry, isWaitingForShop } from '../outbox/entry.ts'
import { formatTimeUntil } from '../shared/i18n/format-date-time.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { useOnline } from '../shared/use-online.ts'

const pendingCancelTexts = {
  cancel: { label: 'takingBack', text: 'takingBackText' },
  edit: { label: 'editing', text: 'editingText' },
} as const

type OpenState = keyof typeof stateLabels

/** One line with the state of a pending order, and one sentence with its reason. */
export function PendingStatus({ id, entry, canEdit }: { id: string; entry: Entry; canEdit: boolean }) {
  const t = useTranslations('outbox')
  const isOnline = useOnline()
  const sentence = useSentence(entry, canEdit)
  const { attempts, wish: pendingCancel } = entry
  const state = entry.state as OpenState
  const labelKey = pendingCancel
    ? pendingCancelTexts[pendingCancel.to].label
    : isWaitingForShop(entry)
      ? 'waitingForShop'
      : stateLabels[state]
  return (
    <div className="pending-item__status" id={id}>
      <p>
        <span className={`badge ${stateBadges[pendingCancel ? 'sending' : state]}`}>{t(labelKey)}</span>
        {/* Offline nothing is attempted. */}
        {state === 'queued' && attempts > 0 && isOnline && <NextAttempt at={entry.nextAt} />}
      </p>
      {sentence && <p className={state === 'attention' ? 'pending-item__problem' : undefined}>{sentence}</p>}
    </div>
  )
}

/** Returns why the order waits; undefined before its first attempt. */
function useSentence(entry: Entry, canEdit: boolean): string | undefined {
  const t = useTranslations('outbox')
  const reasonText = useReasonText()
  const { state, reason, detail, attempts, wish: pendingCancel } = entry
  if (state === 'attention') return reasonText(reason, detail, entry)
  if (pendingCancel) return t(pendingCancelTexts[pendingCancel.to].text)
  if (!canEdit) return t('editOffline')
  return state === 'queued' && attempts > 0 ? reasonText(reason, detail, entry) : undefined
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
  return <span className="sm muted">{t('next', { when: formatTimeUntil(at, now, language) })}</span>
}
