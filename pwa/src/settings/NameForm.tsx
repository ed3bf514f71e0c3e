import type { User } from '@tsedra/contract/accounts'
import type { changeProfile } from '@tsedra/contract/settings'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { updateCurrentUser } from '../session/current-user.ts'
import { useFormFields } from '../shared/use-form-fields.ts'
import { showToast } from '../shared/toasts.ts'
import { callApi } from '../shared/api.ts'
import { Field } from '../shared/ui/Field.tsx'
import { FormError } from './FormError.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAccountChange } from './use-account-change.ts'
import { OnlineFieldset } from './OnlineFieldset.tsx'

/** Maximum length of a first or last name in the API, in characters. */
const NAME_MAX = 100

export function NameForm({ user }: { user: User }) {
  const t = useTranslations('settings.name')
  const { busy, errorMessage, change } = useAccountChange()
  const fields = useFormFields({ firstName: user.firstName, lastName: user.lastName }, ({ firstName, lastName }) => ({
    firstName: firstName.trim() ? undefined : t('firstMissing'),
    lastName: lastName.trim() ? undefined : t('lastMissing'),
  }))
  const first = fields.bind('firstName')
  const last = fields.bind('lastName')

  function save(event: FormEvent): void {
    event.preventDefault()
    if (!fields.validateAll()) return
    void change(async () => {
      const saved = await callApi<typeof changeProfile>('PUT /api/auth/user', { body: fields.values })
      updateCurrentUser({ user: saved })
      first.onChange(saved.firstName)
      last.onChange(saved.lastName)
      showToast({ title: t('saved') })
    })
  }

  return (
    <form noValidate onSubmit={save}>
      <OnlineFieldset>
        <FormError text={errorMessage} />
        <Field {...first} label={t('first')} autoComplete="given-name" maxLength={NAME_MAX} disabled={busy} />
        <Field {...last} label={t('last')} autoComplete="family-name" maxLength={NAME_MAX} disabled={busy} />
        <SubmitButton busy={busy} label={t('save')} />
      </OnlineFieldset>
    </form>
  )
}
