import type { linkProvider, Provider } from '@tsedra/contract/providers'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { PasswordField } from './PasswordField.tsx'
import { validatePassword } from './validation.ts'
import { StepForm } from './StepForm.tsx'
import { providerNames, type StepProps } from './step.ts'
import { useRequest } from './use-request.ts'
import { useFormFields } from '../../shared/use-form-fields.ts'
import { isUnknownVerification, useFieldErrorText } from './use-field-error-text.ts'

/** Links a provider to the existing account with the same address, by the account's password. */
export function LinkProvider({ finish, provider }: StepProps & { provider: Provider }) {
  const t = useTranslations('signIn')
  const fieldErrorText = useFieldErrorText()
  const { request, busy } = useRequest(t('failed'))
  const fields = useFormFields({ password: '' }, ({ password }) => ({
    password: fieldErrorText(validatePassword(password)),
  }))

  function submit(): void {
    if (!fields.validateAll()) return
    void request(
      () => callApi<typeof linkProvider>('POST /api/auth/link', { body: fields.values }),
      ({ user, next }) => finish(user, t('done.login'), next),
      (error) => (isUnknownVerification(error) ? t('tooLate') : undefined),
    )
  }

  return (
    <StepForm onSubmit={submit} submitLabel={t('link.action')} busy={busy}>
      <p className="muted">{t('link.text', { party: providerNames[provider] })}</p>
      <PasswordField {...fields.bind('password')} label={t('password')} autoComplete="current-password" />
    </StepForm>
  )
}
