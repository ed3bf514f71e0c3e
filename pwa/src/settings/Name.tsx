import type { User } from '@tsedra/contract/accounts'
import type { changeProfile } from '@tsedra/contract/settings'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { changePerson } from '../accounts/person.ts'
import { notify } from '../notices/notices.ts'
import { call } from '../shared/api.ts'
import { Field } from '../shared/ui/Field.tsx'
import { Refused } from './Refused.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useChange } from './use-change.ts'

const NAME_MAX = 100

export function Name({ user }: { user: User }) {
  const t = useTranslations('settings.name')
  const [first, setFirst] = useState(user.firstName)
  const [last, setLast] = useState(user.lastName)
  const [looked, setLooked] = useState(false)
  const { busy, refused, change } = useChange()
  const firstMissing = looked && first.trim() === ''
  const lastMissing = looked && last.trim() === ''

  function save(event: FormEvent): void {
    event.preventDefault()
    setLooked(true)
    if (first.trim() === '' || last.trim() === '') return
    void change(async () => {
      const body = { firstName: first, lastName: last }
      const saved = await call<typeof changeProfile>('PUT /api/auth/user', { body })
      changePerson({ user: saved })
      setFirst(saved.firstName)
      setLast(saved.lastName)
      notify({ title: t('saved') })
    })
  }

  return (
    <form className="set__form" noValidate onSubmit={save}>
      <Refused words={refused} />
      <Field
        label={t('first')}
        autoComplete="given-name"
        maxLength={NAME_MAX}
        value={first}
        disabled={busy}
        error={firstMissing ? t('firstMissing') : undefined}
        onChange={setFirst}
      />
      <Field
        label={t('last')}
        autoComplete="family-name"
        maxLength={NAME_MAX}
        value={last}
        disabled={busy}
        error={lastMissing ? t('lastMissing') : undefined}
        onChange={setLast}
      />
      <SubmitButton busy={busy} label={t('save')} />
    </form>
  )
}
