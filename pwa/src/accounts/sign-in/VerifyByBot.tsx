import type { Verification } from '@tsedra/contract/accounts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { showToast } from '../../shared/toasts.ts'
import { useApiErrorText } from '../api-error-text.ts'
import { clearPendingVerification } from '../pending-verification.ts'
import { BotSteps } from './BotSteps.tsx'
import { type PollResult, pollBot } from './poll-bot.ts'
import { Resend } from './Resend.tsx'
import { OfflineNote } from './StepForm.tsx'
import type { StepProps } from './step.ts'

/** Verifies a phone number by the Telegram bot: polls the API until the bot has confirmed it, then signs in. */
export function VerifyByBot({
  goTo,
  address,
  finish,
  verification,
  isResumed,
}: Omit<StepProps, 'setAddress'> & { verification: Verification; isResumed?: boolean | undefined }) {
  const t = useTranslations('signIn')
  const errorText = useApiErrorText()
  const online = useOnline()
  const [isOver, setIsOver] = useState(false)
  const onPollResult = useEffectEvent((result: PollResult): void => {
    if (result.kind === 'stopped') return
    if (result.kind === 'verified') return void finish(result.user, t('done.bot'))
    setIsOver(true)
    clearPendingVerification()
    if (result.kind === 'refused') showToast({ kind: 'bad', title: t('verifyFailed'), text: errorText(result.error) })
  })

  const isPolling = online && !isOver
  useEffect(() => {
    if (!isPolling) return
    const controller = new AbortController()
    void pollBot(address, controller.signal).then(onPollResult)
    return () => controller.abort()
  }, [isPolling, address])

  return (
    <>
      <div className="dialog__body">
        {isOver ? (
          <p className="note note--warn" role="alert">
            {t('bot.over')}
          </p>
        ) : (
          <>
            {verification.bot ? (
              <BotSteps bot={verification.bot} />
            ) : (
              <p className="muted">{t('pending.botText', { address })}</p>
            )}
            {online && (
              <p className="waiting-note" role="status">
                <span className="spin" aria-hidden="true" />
                {t('bot.waiting')}
              </p>
            )}
          </>
        )}
        <OfflineNote />
      </div>
      <div className="dialog__foot">
        <Resend
          verification={verification}
          isResumed={isResumed}
          onSent={(newVerification) => {
            setIsOver(false)
            goTo({ at: 'verify', verification: newVerification })
          }}
        />
      </div>
    </>
  )
}
