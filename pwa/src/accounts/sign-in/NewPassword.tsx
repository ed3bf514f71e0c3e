import type { Attempt, confirmReset } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { call } from '../../shared/api.ts'
import { clearPending } from '../pending-verification.ts'
import { BotSteps } from './BotSteps.tsx'
import { CodeField } from './CodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { Resend } from './Resend.tsx'
import { wrongCode, wrongPassword } from './rules.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useAsk } from './use-ask.ts'
import { useFields } from './use-fields.ts'
import { isForeign, isOver, refusedFields, useWrong } from './use-wrong.ts'

/** A new password by the code that came: by letter, or from the bot. */
export function NewPassword({
  go,
  address,
  finish,
  attempt,
  isResumed,
}: StepProps & { attempt: Attempt; isResumed?: boolean | undefined }) {
  const t = useTranslations('signIn')
  const wrong = useWrong()
  const { ask, busy, words } = useAsk(t('error'))
  const fields = useFields({ code: '', password: '', repeat: '' }, ({ code, password, repeat }) => ({
    code: wrong(wrongCode(code)),
    password: wrong(wrongPassword(password)),
    repeat: wrong(repeat === password ? undefined : 'repeat'),
  }))

  function submit(): void {
    if (!fields.check()) return
    const { code, password } = fields.values
    void ask(
      () =>
        call<typeof confirmReset>('POST /api/auth/password/reset/confirm', {
          body: { userId: attempt.userId, code, password },
        }),
      ({ user }) => finish(user, t('done.password')),
      (error) => {
        fields.setRefused(refusedFields(error, words(error), ''))
        if (isOver(error)) clearPending()
        return isForeign(error) ? t('tooLate') : undefined
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      action={t('newPassword.save')}
      busy={busy}
      after={
        <Resend attempt={attempt} isResumed={isResumed} onSent={(next) => go({ at: 'newPassword', attempt: next })} />
      }
    >
      {attempt.bot ? <BotSteps bot={attempt.bot} /> : <p className="muted">{t('verify.text', { address })}</p>}
      <CodeField {...fields.bind('code')} />
      <PasswordField
        {...fields.bind('password')}
        label={t('newPassword.field')}
        hint={t('passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField {...fields.bind('repeat')} label={t('repeat')} autoComplete="new-password" />
    </StepForm>
  )
}
