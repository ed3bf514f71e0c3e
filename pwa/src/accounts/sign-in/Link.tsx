import type { linkThirdParty, ThirdParty } from '@tsedra/contract/third-parties'
import { useTranslations } from 'use-intl'
import { call } from '../../shared/api.ts'
import { PasswordField } from './PasswordField.tsx'
import { wrongPassword } from './rules.ts'
import { StepForm } from './StepForm.tsx'
import { partyNames, type StepProps } from './step.ts'
import { useAsk } from './use-ask.ts'
import { useFields } from './use-fields.ts'
import { isForeign, useWrong } from './use-wrong.ts'

/** An account with this address is here already: its password ties the third party to it. */
export function Link({ finish, party }: StepProps & { party: ThirdParty }) {
  const t = useTranslations('signIn')
  const wrong = useWrong()
  const { ask, busy } = useAsk(t('failed'))
  const fields = useFields({ password: '' }, ({ password }) => ({ password: wrong(wrongPassword(password)) }))

  function submit(): void {
    if (!fields.check()) return
    void ask(
      () => call<typeof linkThirdParty>('POST /api/auth/link', { body: fields.values }),
      ({ user, next }) => finish(user, t('done.login'), next),
      (error) => (isForeign(error) ? t('tooLate') : undefined),
    )
  }

  return (
    <StepForm onSubmit={submit} action={t('link.action')} busy={busy}>
      <p className="muted">{t('link.text', { party: partyNames[party] })}</p>
      <PasswordField {...fields.bind('password')} label={t('password')} autoComplete="current-password" />
    </StepForm>
  )
}
