import type { Attempt, verify } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { call } from '../../shared/api.ts'
import { clearPending } from '../pending-verification.ts'
import { CodeField } from './CodeField.tsx'
import { Resend } from './Resend.tsx'
import { wrongCode } from './rules.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useAsk } from './use-ask.ts'
import { useFields } from './use-fields.ts'
import { isForeign, isOver, useWrong } from './use-wrong.ts'
import { VerifyByBot } from './VerifyByBot.tsx'

type VerifyProps = Omit<StepProps, 'setAddress'> & { attempt: Attempt; isResumed?: boolean | undefined }

/** Proves an address: an e-mail by the code of a letter, a phone to the bot. */
export function Verify(props: VerifyProps) {
  return props.attempt.type === 'phone' ? <VerifyByBot {...props} /> : <VerifyByCode {...props} />
}

function VerifyByCode({ go, address, finish, attempt, isResumed }: VerifyProps) {
  const t = useTranslations('signIn')
  const wrong = useWrong()
  const { ask, busy, words } = useAsk(t('verifyFailed'))
  const fields = useFields({ code: '' }, ({ code }) => ({ code: wrong(wrongCode(code)) }))
  const { code } = fields.values

  function submit(): void {
    if (!fields.check()) return
    void ask(
      () => call<typeof verify>('POST /api/auth/verify', { body: { userId: attempt.userId, code } }),
      ({ user }) => finish(user, t('done.verified')),
      (error) => {
        if (isOver(error)) clearPending()
        if (isForeign(error)) return t('tooLate')
        fields.setRefused({ code: words(error) })
        return undefined
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      action={t('verify.confirm')}
      busy={busy}
      incomplete={wrongCode(code) !== undefined}
      after={<Resend attempt={attempt} isResumed={isResumed} onSent={(next) => go({ at: 'verify', attempt: next })} />}
    >
      <p className="muted breakable">{t('verify.text', { address })}</p>
      <CodeField {...fields.bind('code')} sends />
    </StepForm>
  )
}
