import type { Verification, verify } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { clearPendingVerification } from '../pending-verification.ts'
import { CodeField } from './CodeField.tsx'
import { Resend } from './Resend.tsx'
import { validateCode } from './validation.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useRequest } from './use-request.ts'
import { useFormFields } from '../../shared/use-form-fields.ts'
import { isUnknownVerification, isVerificationOver, useFieldErrorText } from './use-field-error-text.ts'
import { VerifyByBot } from './VerifyByBot.tsx'

type VerifyProps = Omit<StepProps, 'setAddress'> & { verification: Verification; isResumed?: boolean | undefined }

/** Verifies an address: an e-mail address by a code, a phone number by the bot. */
export function Verify(props: VerifyProps) {
  return props.verification.type === 'phone' ? <VerifyByBot {...props} /> : <VerifyByCode {...props} />
}

function VerifyByCode({ goTo, address, finish, verification, isResumed }: VerifyProps) {
  const t = useTranslations('signIn')
  const fieldErrorText = useFieldErrorText()
  const { request, busy, errorText } = useRequest(t('verifyFailed'))
  const fields = useFormFields({ code: '' }, ({ code }) => ({ code: fieldErrorText(validateCode(code)) }))
  const { code } = fields.values

  function submit(): void {
    if (!fields.validateAll()) return
    void request(
      () => callApi<typeof verify>('POST /api/auth/verify', { body: { userId: verification.userId, code } }),
      ({ user }) => finish(user, t('done.verified')),
      (error) => {
        if (isVerificationOver(error)) clearPendingVerification()
        if (isUnknownVerification(error)) return t('tooLate')
        fields.setErrors({ code: errorText(error) })
        return undefined
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      submitLabel={t('verify.confirm')}
      busy={busy}
      isIncomplete={validateCode(code) !== undefined}
      footer={
        <Resend
          verification={verification}
          isResumed={isResumed}
          onSent={(newVerification) => goTo({ at: 'verify', verification: newVerification })}
        />
      }
    >
      <p className="muted breakable">{t('verify.text', { address })}</p>
      <CodeField {...fields.bind('code')} submitsWhenComplete />
    </StepForm>
  )
}
