import type { Verification, login } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { showToast } from '../../shared/toasts.ts'
import { ApiError, callApi } from '../../shared/api.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { PasswordField } from './PasswordField.tsx'
import { validateId, validatePassword } from './validation.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useRequest } from './use-request.ts'
import { useFormFields } from '../../shared/use-form-fields.ts'
import { useFieldErrorText } from './use-field-error-text.ts'

export function Login({ goTo, address, setAddress, finish }: StepProps) {
  const t = useTranslations('signIn')
  const fieldErrorText = useFieldErrorText()
  const { request, busy } = useRequest(t('failed'))
  const fields = useFormFields({ id: address, password: '' }, ({ id, password }) => ({
    id: fieldErrorText(validateId(id)),
    password: fieldErrorText(validatePassword(password)),
  }))
  const { id, password } = fields.values

  function submit(): void {
    if (!fields.validateAll()) return
    setAddress(id)
    void request(
      () => callApi<typeof login>('POST /api/auth/login', { body: { emailOrPhone: id, password } }),
      ({ user }) => finish(user, t('done.login')),
      (error) => {
        if (!(error instanceof ApiError)) return undefined
        if (error.code === 'password_reset_required') {
          goTo({ at: 'forgotten', isRequired: true })
          return null
        }
        if (error.code !== 'not_verified') return undefined
        // The contract defines the details of this error code as a verification.
        goTo({ at: 'verify', verification: error.details as unknown as Verification })
        showToast({ title: t('done.code'), text: t('done.codeText') })
        return null
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      submitLabel={t('login')}
      busy={busy}
      footer={
        <p className="swap">
          {t('noAccount')}{' '}
          <button type="button" className="link" onClick={() => goTo({ at: 'register' })}>
            {t('register')}
          </button>
        </p>
      }
    >
      <Field {...fields.bind('id')} label={t('id')} autoComplete="username" />
      <PasswordField {...fields.bind('password')} label={t('password')} autoComplete="current-password" />
      <button
        type="button"
        className="link link--alone"
        onClick={() => {
          setAddress(id)
          goTo({ at: 'forgotten' })
        }}
      >
        {t('forgotten.link')}
      </button>
    </StepForm>
  )
}
