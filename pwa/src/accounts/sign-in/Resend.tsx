import { type Attempt, RESEND_S, type resendCode } from '@tsedra/contract/accounts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/network.ts'
import { notify } from '../../shared/notices.ts'
import { ApiRefusal, call } from '../../shared/api.ts'
import { clearPending } from '../pending-verification.ts'
import { useAsk } from './use-ask.ts'
import { isForeign, isOver } from './use-wrong.ts'

interface Props {
  attempt: Attempt
  /** Begun before this dialog was opened: the shop says how long to wait, if at all. */
  isResumed?: boolean | undefined
  onSent: (attempt: Attempt) => void
}

/** Another code, or another way to the bot, a minute after the last one or when the shop says. */
export function Resend({ attempt, isResumed = false, onSent }: Props) {
  const t = useTranslations('signIn')
  const online = useOnline()
  const { ask, busy } = useAsk(t('error'))
  const [from, setFrom] = useState(() => (isResumed ? 0 : Date.now() + RESEND_S * 1_000))
  const leftS = useSecondsUntil(from)

  function send(): void {
    void ask(
      () => call<typeof resendCode>('POST /api/auth/resend-code', { body: { userId: attempt.userId } }),
      (next) => {
        setFrom(Date.now() + RESEND_S * 1_000)
        onSent(next)
        notify({ title: t('done.again') })
      },
      (error) => {
        if (isOver(error)) clearPending()
        const waitS = error instanceof ApiRefusal ? Number(error.details['waitS']) : 0
        if (waitS > 0) setFrom(Date.now() + waitS * 1_000)
        return isForeign(error) ? t('tooLate') : undefined
      },
    )
  }

  return (
    <button type="button" className="btn btn--quiet btn--full" disabled={busy || !online || leftS > 0} onClick={send}>
      {leftS > 0 ? t('resendIn', { time: clock(leftS) }) : t('resend')}
    </button>
  )
}

/** `1:05`: minutes and seconds. */
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Whole seconds until `time`; 0 when it has come. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((time - now) / 1_000))
}
