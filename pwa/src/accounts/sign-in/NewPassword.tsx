import type { Verification, confirmReset } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { clearPendingVerification } from '../pending-verification.ts'
import { BotSteps } from './BotSteps.tsx'
import { CodeField } from './CodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { Resend } from './Resend.tsx'
import { validateCode, validatePassword } from './validation.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useRequest } from './use-request.ts'
import { useFormFields } from '../../shared/use-form-fields.ts'
import {
  isUnknownVerification,
  isVerificationOver,
  serverFieldErrors,
  useFieldErrorText,
} from './use-field-error-text.ts'

/** Sets a new password by the code from the e-mail or from the bot. */
export function NewPassword({
  goTo,
  address,
  finish,
  verification,
  isResumed,
}: StepProps & { verification: Verification; isResumed?: boolean | undefined }) {
  const t = useTranslations('signIn')
  const fieldErrorText = useFieldErrorText()
  const { request, busy, errorText } = useRequest(t('error'))
  const fields = useFormFields({ code: '', password: '', repeat: '' }, ({ code, password, repeat }) => ({
    code: fieldErrorText(validateCode(code)),
    password: fieldErrorText(validatePassword(password)),
    repeat: fieldErrorText(repeat === password ? undefined : 'repeat'),
  }))

  function submit(): void {
    if (!fields.validateAll()) return
    const { code, password } = fields.values
    void request(
      () =>
        callApi<typeof confirmReset>('POST /api/auth/password/reset/confirm', {
          body: { userId: verification.userId, code, password },
        }),
      ({ user }) => finish(user, t('done.password')),
      (error) => {
        fields.setErrors(serverFieldErrors(error, errorText(error), ''))
        if (isVerificationOver(error)) clearPendingVerification()
        return isUnknownVerification(error) ? t('tooLate') : undefined
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      submitLabel={t('newPassword.save')}
      busy={busy}
      footer={
        <Resend
          verification={verification}
          isResumed={isResumed}
          onSent={(newVerification) => goTo({ at: 'newPassword', verification: newVerification })}
        />
      }
    >
      {verification.bot ? (
        <BotSteps bot={verification.bot} />
      ) : (
        <p className="muted">{t('verify.text', { address })}</p>
      )}
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
