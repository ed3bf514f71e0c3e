import { type Verification, RESEND_INTERVAL_S, type resendCode } from '@tsedra/contract/accounts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { showToast } from '../../shared/toasts.ts'
import { ApiError, callApi } from '../../shared/api.ts'
import { clearPendingVerification } from '../pending-verification.ts'
import { useRequest } from './use-request.ts'
import { isUnknownVerification, isVerificationOver } from './use-field-error-text.ts'

interface Props {
  verification: Verification
  /** Begun before this dialog was opened: the shop says how long to wait, if at all. */
  isResumed?: boolean | undefined
  onSent: (attempt: Verification) => void
}

/** Another code, or another way to the bot, a minute after the last one or when the shop says. */
export function Resend({ verification, isResumed = false, onSent }: Props) {
  const t = useTranslations('signIn')
  const online = useOnline()
  const { request, busy } = useRequest(t('error'))
  const [availableAt, setAvailableAt] = useState(() => (isResumed ? 0 : Date.now() + RESEND_INTERVAL_S * 1_000))
  const leftS = useSecondsUntil(availableAt)

  function send(): void {
    void request(
      () => callApi<typeof resendCode>('POST /api/auth/resend-code', { body: { userId: verification.userId } }),
      (newVerification) => {
        setAvailableAt(Date.now() + RESEND_INTERVAL_S * 1_000)
        onSent(newVerification)
        showToast({ title: t('done.again') })
      },
      (error) => {
        if (isVerificationOver(error)) clearPendingVerification()
        const waitS = error instanceof ApiError ? Number(error.details['waitS']) : 0
        if (waitS > 0) setAvailableAt(Date.now() + waitS * 1_000)
        return isUnknownVerification(error) ? t('tooLate') : undefined
      },
    )
  }

  return (
    <button type="button" className="btn btn--quiet btn--full" disabled={busy || !online || leftS > 0} onClick={send}>
      {leftS > 0 ? t('resendIn', { time: formatCountdown(leftS) }) : t('resend')}
    </button>
  )
}

/** `1:05`: minutes and seconds. */
const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Whole seconds until `time`; 0 when it has come. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((time - now) / 1_000))
}
