import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { closePanel } from '../shared/panels.ts'
import { notify } from '../shared/notices.ts'
import { openIds } from '../outbox/queue.ts'
import { sendNow } from '../outbox/send-now.ts'
import { useLive } from '../outbox/use-live.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { useRefusalWords } from './refusal-words.ts'
import { signOut } from './sign-out.ts'

/** Signs out at once; what is not sent yet is asked about first (infra/decisions/0024-people-on-the-phone.md). */
export function SignOut() {
  const t = useTranslations('signOut')
  const words = useRefusalWords()
  const client = useQueryClient()
  const open = useLive(openIds)
  const [busy, setBusy] = useState<'send' | 'leave'>()
  const begun = useRef(false)
  const unsent = open.state === 'read' ? [...open.value.pending, ...open.value.attention] : []
  // A database that cannot be read holds nothing that could be sent.
  const nothingWaits = open.state !== 'reading' && unsent.length === 0

  async function leave(what: 'keep' | 'delete'): Promise<void> {
    if (begun.current) return
    begun.current = true
    setBusy('leave')
    try {
      await signOut(client, what)
      notify({ title: t('done'), ...(!navigator.onLine && { text: t('doneOffline') }) })
    } catch (error) {
      notify({ kind: 'bad', title: t('failed'), text: words(error) })
    }
    closePanel()
  }

  async function send(): Promise<void> {
    setBusy('send')
    await sendNow(...unsent)
    setBusy(undefined)
  }

  useEffect(() => {
    if (nothingWaits) void leave('keep')
  })

  if (unsent.length === 0) return <output className="vh">{t('leaving')}</output>
  return (
    <Dialog title={t('title')} onClose={closePanel}>
      <p>
        <b>{t('unsent', { count: unsent.length })}</b>
      </p>
      <p className="muted">{t('text')}</p>
      <button
        type="button"
        className="btn btn--ink btn--full"
        disabled={busy !== undefined}
        aria-busy={busy === 'send'}
        onClick={() => void send()}
      >
        {busy === 'send' && <span className="spin" aria-hidden="true" />}
        {t('send')}
      </button>
      {(['keep', 'delete'] as const).map((what) => (
        <button
          key={what}
          type="button"
          className="btn btn--line btn--full"
          disabled={busy !== undefined}
          onClick={() => void leave(what)}
        >
          {t(what)}
        </button>
      ))}
    </Dialog>
  )
}
