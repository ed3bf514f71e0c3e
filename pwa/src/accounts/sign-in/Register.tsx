import type { register } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { showToast } from '../../shared/toasts.ts'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { PasswordField } from './PasswordField.tsx'
import { validateId, validatePassword } from './validation.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useRequest } from './use-request.ts'
import { useFormFields } from '../../shared/use-form-fields.ts'
import { serverFieldErrors, useFieldErrorText } from './use-field-error-text.ts'

export function Register({ goTo, address, setAddress }: StepProps) {
  const t = useTranslations('signIn')
  const language = useLanguage()
  const fieldErrorText = useFieldErrorText()
  const { request, busy, errorText } = useRequest(t('registerFailed'))
  const fields = useFormFields({ firstName: '', lastName: '', id: address, password: '', repeat: '' }, (values) => ({
    firstName: fieldErrorText(values.firstName.trim() ? undefined : 'firstName'),
    lastName: fieldErrorText(values.lastName.trim() ? undefined : 'lastName'),
    id: fieldErrorText(validateId(values.id)),
    password: fieldErrorText(validatePassword(values.password)),
    repeat: fieldErrorText(values.repeat === values.password ? undefined : 'repeat'),
  }))
  const { id, password, firstName, lastName } = fields.values

  function submit(): void {
    if (!fields.validateAll()) return
    setAddress(id)
    const body = { emailOrPhone: id, password, firstName, lastName, language }
    void request(
      () => callApi<typeof register>('POST /api/auth/register', { body }),
      (verification) => {
        goTo({ at: 'verify', verification })
        showToast({ title: t('done.code'), text: t('done.codeText') })
      },
      (error) => {
        fields.setErrors(serverFieldErrors(error, errorText(error), t('wrong.idUnreadable')))
        return undefined
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      submitLabel={t('register')}
      busy={busy}
      footer={
        <p className="swap">
          {t('haveAccount')}{' '}
          <button type="button" className="link" onClick={() => goTo({ at: 'login' })}>
            {t('login')}
          </button>
        </p>
      }
    >
      <div className="name-fields">
        <Field {...fields.bind('firstName')} label={t('firstName')} autoComplete="given-name" />
        <Field {...fields.bind('lastName')} label={t('lastName')} autoComplete="family-name" />
      </div>
      <Field
        {...fields.bind('id')}
        label={t('id')}
        hint={t('idHint')}
        placeholder="+380 XX XXX XXXX"
        autoComplete="username"
      />
      <PasswordField
        {...fields.bind('password')}
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField {...fields.bind('repeat')} label={t('repeat')} autoComplete="new-password" />
    </StepForm>
  )
}
