import type { Attempt } from '@tsedra/contract/accounts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/network.ts'
import { notify } from '../../shared/notices.ts'
import { useRefusalWords } from '../refusal-words.ts'
import { clearPending } from '../pending-verification.ts'
import { BotSteps } from './BotSteps.tsx'
import { type PollEnd, pollBot } from './poll-bot.ts'
import { Resend } from './Resend.tsx'
import { NeedsNetwork } from './StepForm.tsx'
import type { StepProps } from './step.ts'

/** A phone is proved in Telegram; this page asks every two seconds whether it has been, and then lets in by itself. */
export function VerifyByBot({
  go,
  address,
  finish,
  attempt,
  isResumed,
}: Omit<StepProps, 'setAddress'> & { attempt: Attempt; isResumed?: boolean | undefined }) {
  const t = useTranslations('signIn')
  const words = useRefusalWords()
  const online = useOnline()
  const [over, setOver] = useState(false)
  const hear = useEffectEvent((end: PollEnd): void => {
    if (end.kind === 'stopped') return
    if (end.kind === 'verified') return void finish(end.user, t('done.bot'))
    setOver(true)
    clearPending()
    if (end.kind === 'refused') notify({ kind: 'bad', title: t('verifyFailed'), text: words(end.error) })
  })

  const waiting = online && !over
  useEffect(() => {
    if (!waiting) return
    const asking = new AbortController()
    void pollBot(address, asking.signal).then(hear)
    return () => asking.abort()
  }, [waiting, address])

  return (
    <>
      <div className="dialog__body">
        {over ? (
          <p className="note note--warn" role="alert">
            {t('bot.over')}
          </p>
        ) : (
          <>
            {attempt.bot ? (
              <BotSteps bot={attempt.bot} />
            ) : (
              <p className="muted">{t('pending.botText', { address })}</p>
            )}
            {online && (
              <p className="wait" role="status">
                <span className="spin" aria-hidden="true" />
                {t('bot.waiting')}
              </p>
            )}
          </>
        )}
        <NeedsNetwork />
      </div>
      <div className="dialog__foot">
        <Resend
          attempt={attempt}
          isResumed={isResumed}
          onSent={(next) => {
            setOver(false)
            go({ at: 'verify', attempt: next })
          }}
        />
      </div>
    </>
  )
}
