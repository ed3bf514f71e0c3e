import { PASSWORD_MIN, STAFF_PASSWORD_MIN, type User } from '@tsedra/contract/accounts'
import type { changePassword } from '@tsedra/contract/settings'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { changePerson } from '../accounts/person.ts'
import { notify } from '../notices/notices.ts'
import { call } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Field } from '../shared/ui/Field.tsx'
import { Refused } from './Refused.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useChange } from './use-change.ts'

/** A new password for who knows the old one; every other session ends. */
export function ChangePassword({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations('settings.password')
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const [looked, setLooked] = useState(false)
  const { busy, refused, change } = useChange()
  const least = user.role === 'user' ? PASSWORD_MIN : STAFF_PASSWORD_MIN
  const isShort = (typed: string, min: number) => [...typed.normalize('NFC')].length < min
  const currentShort = user.hasPassword && isShort(current, PASSWORD_MIN)
  const freshShort = isShort(fresh, least)

  function save(event: FormEvent): void {
    event.preventDefault()
    setLooked(true)
    if (currentShort || freshShort) return
    void change(async () => {
      const body = { password: fresh, ...(user.hasPassword && { currentPassword: current }) }
      changePerson({ user: await call<typeof changePassword>('POST /api/auth/password', { body }) })
      notify({ title: t('saved'), text: t('savedText') })
      onClose()
    })
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form className="set__form" noValidate onSubmit={save}>
        <Refused words={refused} />
        {user.hasPassword && (
          <Field
            label={t('current')}
            type="password"
            autoComplete="current-password"
            value={current}
            disabled={busy}
            error={looked && currentShort ? t('short', { count: PASSWORD_MIN }) : undefined}
            onChange={setCurrent}
          />
        )}
        <Field
          label={t('fresh')}
          type="password"
          autoComplete="new-password"
          hint={t('hint', { count: least })}
          value={fresh}
          disabled={busy}
          error={looked && freshShort ? t('short', { count: least }) : undefined}
          onChange={setFresh}
        />
        <SubmitButton busy={busy} label={t('save')} look="primary" />
      </form>
    </Dialog>
  )
}
