import type { User } from '@tsedra/contract/accounts'
import type { changeProfile } from '@tsedra/contract/settings'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { changePerson } from '../session/person.ts'
import { useFields } from '../accounts/sign-in/use-fields.ts'
import { notify } from '../shared/notices.ts'
import { call } from '../shared/api.ts'
import { Field } from '../shared/ui/Field.tsx'
import { Refused } from './Refused.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useChange } from './use-change.ts'
import { WithNetwork } from './WithNetwork.tsx'

/** Characters that the shop keeps of a name. */
const NAME_MAX = 100

export function Name({ user }: { user: User }) {
  const t = useTranslations('settings.name')
  const { busy, refused, change } = useChange()
  const fields = useFields({ firstName: user.firstName, lastName: user.lastName }, ({ firstName, lastName }) => ({
    firstName: firstName.trim() ? undefined : t('firstMissing'),
    lastName: lastName.trim() ? undefined : t('lastMissing'),
  }))
  const first = fields.bind('firstName')
  const last = fields.bind('lastName')

  function save(event: FormEvent): void {
    event.preventDefault()
    if (!fields.check()) return
    void change(async () => {
      const saved = await call<typeof changeProfile>('PUT /api/auth/user', { body: fields.values })
      changePerson({ user: saved })
      first.onChange(saved.firstName)
      last.onChange(saved.lastName)
      notify({ title: t('saved') })
    })
  }

  return (
    <form noValidate onSubmit={save}>
      <WithNetwork>
        <Refused words={refused} />
        <Field {...first} label={t('first')} autoComplete="given-name" maxLength={NAME_MAX} disabled={busy} />
        <Field {...last} label={t('last')} autoComplete="family-name" maxLength={NAME_MAX} disabled={busy} />
        <SubmitButton busy={busy} label={t('save')} />
      </WithNetwork>
    </form>
  )
}
