import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { type Entry, isWaitingForShop } from '../outbox/entry.ts'
import { detectEphemeralStorage, useIsEphemeralStorage } from '../outbox/ephemeral-storage.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { canSyncInBackground } from './NotificationPrompt.tsx'
import { useReasonText } from './reason-text.ts'
import '../shared/ui/badge.css'

/** Shows in one sentence what happens next, or why nothing does. */
export function EntryStatus({ entry, hasDraft }: { entry: Entry; hasDraft: boolean }) {
  const { state, reason, detail, attempts } = entry
  const t = useTranslations('order')
  const reasonText = useReasonText()
  const isEphemeral = useIsEphemeralStorage()
  useEffect(() => void detectEphemeralStorage(), [])
  if (state === 'cancelled') {
    const textKey = hasDraft ? 'notSentText' : reason === 'withdrawn' ? 'withdrawnText' : 'cancelledText'
    return <p>{t(`page.${textKey}`)}</p>
  }
  if (state === 'attention') {
    return (
      <p className="note note--warn" role="alert">
        <Icon name="circle-alert" />
        <span>{reasonText(reason, detail)}</span>
      </p>
    )
  }
  const isFailing = state === 'queued' && attempts > 0 && reason !== 'network'
  return (
    <div aria-live="polite">
      <p>{isFailing ? reasonText(reason, detail, entry) : t(sentenceKeyOf(entry))}</p>
      {!canSyncInBackground && state === 'queued' && <p>{t('page.onlyWhileOpen')}</p>}
      {isEphemeral && <p className="note note--warn">{t('forgetful.kept')}</p>}
    </div>
  )
}

function sentenceKeyOf({ state, attempts }: Entry) {
  if (state === 'sending') return 'page.sendingText'
  return attempts > 0 ? 'page.triedText' : 'page.savedText'
}

export const stateBadges = { queued: 'badge--wait', sending: 'badge--info', attention: 'badge--bad' } as const
export const stateLabels = { queued: 'waiting', sending: 'sending', attention: 'attention' } as const

/** Shows the state of an open entry. */
export function StateBadge({ entry }: { entry: Entry }) {
  const t = useTranslations('outbox')
  const { state } = entry
  if (state !== 'queued' && state !== 'sending' && state !== 'attention') return null
  return (
    <span className={`badge ${stateBadges[state]}`}>
      {t(isWaitingForShop(entry) ? 'waitingForShop' : stateLabels[state])}
    </span>
  )
}
