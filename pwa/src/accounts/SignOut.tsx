import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { closeOverlay } from '../shared/overlay-state.ts'
import { showToast } from '../shared/toasts.ts'
import { readOpenIds } from '../outbox/queue.ts'
import { sendNow } from '../outbox/send-now.ts'
import { useLiveQuery } from '../outbox/use-live-query.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { useApiErrorText } from './api-error-text.ts'
import { signOut } from './sign-out.ts'

/**
 * Signs out at once. With unsent orders a dialog first offers to send, keep or delete them
 * (infra/decisions/0024-account-data-on-the-phone.md).
 */
export function SignOut() {
  const t = useTranslations('signOut')
  const errorText = useApiErrorText()
  const client = useQueryClient()
  const outboxQuery = useLiveQuery(readOpenIds)
  const [busy, setBusy] = useState<'send' | 'leave'>()
  const hasStarted = useRef(false)
  const unsent = outboxQuery.state === 'read' ? [...outboxQuery.value.pending, ...outboxQuery.value.attention] : []
  // Entries of an unreadable database cannot be sent, so it counts as empty.
  const isOutboxEmpty = outboxQuery.state !== 'reading' && unsent.length === 0

  async function completeSignOut(unsentChoice: 'keep' | 'delete'): Promise<void> {
    if (hasStarted.current) return
    hasStarted.current = true
    setBusy('leave')
    try {
      await signOut(client, unsentChoice)
      showToast({ title: t('done'), ...(!navigator.onLine && { text: t('doneOffline') }) })
    } catch (error) {
      showToast({ kind: 'bad', title: t('failed'), text: errorText(error) })
    }
    closeOverlay()
  }

  async function sendUnsent(): Promise<void> {
    setBusy('send')
    await sendNow(...unsent)
    setBusy(undefined)
  }

  useEffect(() => {
    if (isOutboxEmpty) void completeSignOut('keep')
  })

  if (unsent.length === 0) return <output className="visually-hidden">{t('leaving')}</output>
  return (
    <Dialog title={t('title')} onClose={closeOverlay}>
      <p>
        <b>{t('unsent', { count: unsent.length })}</b>
      </p>
      <p className="muted">{t('text')}</p>
      <button
        type="button"
        className="btn btn--ink btn--full"
        disabled={busy !== undefined}
        aria-busy={busy === 'send'}
        onClick={() => void sendUnsent()}
      >
        {busy === 'send' && <span className="spin" aria-hidden="true" />}
        {t('send')}
      </button>
      {(['keep', 'delete'] as const).map((unsentChoice) => (
        <button
          key={unsentChoice}
          type="button"
          className="btn btn--line btn--full"
          disabled={busy !== undefined}
          onClick={() => void completeSignOut(unsentChoice)}
        >
          {t(unsentChoice)}
        </button>
      ))}
    </Dialog>
  )
}
