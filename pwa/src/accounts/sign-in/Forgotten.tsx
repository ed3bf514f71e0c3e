import { type requestReset, STAFF_PASSWORD_MIN } from '@tsedra/contract/accounts'
import { useTranslations } from 'use-intl'
import { notify } from '../../shared/notices.ts'
import { call } from '../../shared/api.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { wrongId } from './rules.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useAsk } from './use-ask.ts'
import { useFields } from './use-fields.ts'
import { refusedFields, useWrong } from './use-wrong.ts'

/**
 * Asks for a code for a new password. Whether there is such an account is not told.
 *
 * @param props.isRequired the former password was right and signs nobody in any more: says why
 */
export function Forgotten({ go, address, setAddress, isRequired }: StepProps & { isRequired?: true | undefined }) {
  const t = useTranslations('signIn')
  const wrong = useWrong()
  const { ask, busy, words } = useAsk(t('error'))
  const fields = useFields({ id: address }, ({ id }) => ({ id: wrong(wrongId(id)) }))
  const { id } = fields.values

  function submit(): void {
    if (!fields.check()) return
    setAddress(id)
    void ask(
      () => call<typeof requestReset>('POST /api/auth/password/reset', { body: { emailOrPhone: id } }),
      (attempt) => {
        go({ at: 'newPassword', attempt })
        notify({ title: t('done.code'), text: t('done.codeText') })
      },
      (error) => {
        fields.setRefused(refusedFields(error, words(error), t('wrong.idUnreadable')))
        return undefined
      },
    )
  }

  return (
    <StepForm onSubmit={submit} action={t('forgotten.send')} busy={busy}>
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
