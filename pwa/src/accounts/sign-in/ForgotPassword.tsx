import type { requestReset } from '@tsedra/contract/accounts'
import { STAFF_PASSWORD_MIN } from '@tsedra/contract/account-limits'
import { useTranslations } from 'use-intl'
import { showToast } from '../../shared/toasts.ts'
import { callApi } from '../../shared/api.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { validateId } from './validation.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useRequest } from './use-request.ts'
import { useFormFields } from '../../shared/use-form-fields.ts'
import { serverFieldErrors, useFieldErrorText } from './use-field-error-text.ts'

/**
 * Requests a code for a new password. The response does not reveal whether the account exists.
 *
 * @param props.isRequired the former password was correct and is no longer accepted: shows why
 */
export function ForgotPassword({
  goTo,
  address,
  setAddress,
  isRequired,
}: StepProps & { isRequired?: true | undefined }) {
  const t = useTranslations('signIn')
  const fieldErrorText = useFieldErrorText()
  const { request, busy, errorText } = useRequest(t('error'))
  const fields = useFormFields({ id: address }, ({ id }) => ({ id: fieldErrorText(validateId(id)) }))
  const { id } = fields.values

  function submit(): void {
    if (!fields.validateAll()) return
    setAddress(id)
    void request(
      () => callApi<typeof requestReset>('POST /api/auth/password/reset', { body: { emailOrPhone: id } }),
      (verification) => {
        goTo({ at: 'newPassword', verification })
        showToast({ title: t('done.code'), text: t('done.codeText') })
      },
      (error) => {
        fields.setErrors(serverFieldErrors(error, errorText(error), t('wrong.idUnreadable')))
        return undefined
      },
    )
  }

  return (
    <StepForm onSubmit={submit} submitLabel={t('forgotten.send')} busy={busy}>
      {isRequired && (
        <p className="note note--warn" role="status">
          <Icon name="circle-alert" />
          <span>{t('forgotten.required', { count: STAFF_PASSWORD_MIN })}</span>
        </p>
      )}
      <p className="muted">{t('forgotten.text')}</p>
      <Field {...fields.bind('id')} label={t('id')} hint={t('idHint')} autoComplete="username" />
    </StepForm>
  )
}
