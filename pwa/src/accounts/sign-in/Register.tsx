import type { register } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { notify } from '../../shared/notices.ts'
import { call } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { PasswordField } from './PasswordField.tsx'
import { wrongId, wrongPassword } from './rules.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useAsk } from './use-ask.ts'
import { useFields } from './use-fields.ts'
import { refusedFields, useWrong } from './use-wrong.ts'

export function Register({ go, address, setAddress }: StepProps) {
  const t = useTranslations('signIn')
  const language = useLanguage()
  const wrong = useWrong()
  const { ask, busy, words } = useAsk(t('registerFailed'))
  const fields = useFields({ firstName: '', lastName: '', id: address, password: '', repeat: '' }, (all) => ({
    firstName: wrong(all.firstName.trim() ? undefined : 'firstName'),
    lastName: wrong(all.lastName.trim() ? undefined : 'lastName'),
    id: wrong(wrongId(all.id)),
    password: wrong(wrongPassword(all.password)),
    repeat: wrong(all.repeat === all.password ? undefined : 'repeat'),
  }))
  const { id, password, firstName, lastName } = fields.values

  function submit(): void {
    if (!fields.check()) return
    setAddress(id)
    const body = { emailOrPhone: id, password, firstName, lastName, language }
    void ask(
      () => call<typeof register>('POST /api/auth/register', { body }),
      (attempt) => {
        go({ at: 'verify', attempt })
        notify({ title: t('done.code'), text: t('done.codeText') })
      },
      (error) => {
        fields.setRefused(refusedFields(error, words(error), t('wrong.idUnreadable')))
        return undefined
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      action={t('register')}
      busy={busy}
      after={
        <p className="swap">
          {t('haveAccount')}{' '}
          <button type="button" className="link" onClick={() => go({ at: 'login' })}>
            {t('login')}
          </button>
        </p>
      }
    >
      <div className="names">
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
