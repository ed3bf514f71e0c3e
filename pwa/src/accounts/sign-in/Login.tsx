import type { Attempt, login } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { notify } from '../../shared/notices.ts'
import { ApiRefusal, call } from '../../shared/api.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { PasswordField } from './PasswordField.tsx'
import { wrongId, wrongPassword } from './rules.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useAsk } from './use-ask.ts'
import { useFields } from './use-fields.ts'
import { useWrong } from './use-wrong.ts'

export function Login({ go, address, setAddress, finish }: StepProps) {
  const t = useTranslations('signIn')
  const wrong = useWrong()
  const { ask, busy } = useAsk(t('failed'))
  const fields = useFields({ id: address, password: '' }, ({ id, password }) => ({
    id: wrong(wrongId(id)),
    password: wrong(wrongPassword(password)),
  }))
  const { id, password } = fields.values

  function submit(): void {
    if (!fields.check()) return
    setAddress(id)
    void ask(
      () => call<typeof login>('POST /api/auth/login', { body: { emailOrPhone: id, password } }),
      ({ user }) => finish(user, t('done.login')),
      (error) => {
        if (!(error instanceof ApiRefusal)) return undefined
        if (error.code === 'password_reset_required') {
          go({ at: 'forgotten', isRequired: true })
          return null
        }
        if (error.code !== 'not_verified') return undefined
        // The contract: an attempt comes with it.
        go({ at: 'verify', attempt: error.details as unknown as Attempt })
        notify({ title: t('done.code'), text: t('done.codeText') })
        return null
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      action={t('login')}
      busy={busy}
      after={
        <p className="swap">
          {t('noAccount')}{' '}
          <button type="button" className="link" onClick={() => go({ at: 'register' })}>
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
          go({ at: 'forgotten' })
        }}
      >
        {t('forgotten.link')}
      </button>
    </StepForm>
  )
}
