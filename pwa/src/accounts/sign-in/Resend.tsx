import type { Verification, resendCode } from '@tsedra/contract/accounts'
import { RESEND_INTERVAL_S } from '@tsedra/contract/account-limits'
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
  /** Started before this dialog opened: the API returns the waiting time, if any. */
  isResumed?: boolean | undefined
  onSent: (newVerification: Verification) => void
}

/** Requests another code or bot link, `RESEND_INTERVAL_S` after the last one or after the API's waiting time. */
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

/** Returns minutes and seconds: `1:05`. */
const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Returns the whole seconds left until `time`, 0 after it; renders again every second. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((time - now) / 1_000))
}
