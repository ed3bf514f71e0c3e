import type { Attempt, User } from '@tsedra/contract/accounts'
import type { changeIdentity } from '@tsedra/contract/settings'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../notices/notices.ts'
import { call } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Field } from '../shared/ui/Field.tsx'
import { ProveAddress } from './ProveAddress.tsx'
import { Refused } from './Refused.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useChange } from './use-change.ts'

interface Props {
  user: User
  kind: 'email' | 'phone'
  onClose: () => void
}

/** Another e-mail address or phone: it counts from its proof on (infra/decisions/0019-people.md). */
export function ChangeAddress({ user, kind, onClose }: Props) {
  const t = useTranslations('settings.address')
  const [address, setAddress] = useState('')
  const [attempt, setAttempt] = useState<Attempt>()
  return (
    <Dialog title={t(kind)} onClose={onClose}>
      {attempt ? (
        <ProveAddress
          attempt={attempt}
          address={address}
          onProved={() => {
            notify({ title: t('saved'), text: t('savedText') })
            onClose()
          }}
        />
      ) : (
        <Wanted user={user} kind={kind} address={address} onChange={setAddress} onBegun={setAttempt} />
      )}
    </Dialog>
  )
}

interface WantedProps extends Omit<Props, 'onClose'> {
  address: string
  onChange: (address: string) => void
  onBegun: (attempt: Attempt) => void
}

function Wanted({ user, kind, address, onChange, onBegun }: WantedProps) {
  const t = useTranslations('settings.address')
  const [password, setPassword] = useState('')
  const [looked, setLooked] = useState(false)
  const { busy, refused, change } = useChange()
  // What it is is told by its form alone: an @ makes an e-mail.
  const isOther = address.includes('@') !== (kind === 'email')
  const isMissing = address.trim() === '' || isOther

  function begin(event: FormEvent): void {
    event.preventDefault()
    setLooked(true)
    if (isMissing || (user.hasPassword && password === '')) return
    void change(async () => {
      const body = { emailOrPhone: address, ...(user.hasPassword && { password }) }
      onBegun(await call<typeof changeIdentity>('POST /api/auth/identity', { body }))
    })
  }

  return (
    <form className="set__form" noValidate onSubmit={begin}>
      <p className="muted">{t(kind === 'email' ? 'emailText' : 'phoneText')}</p>
      <Refused words={refused} />
      <Field
        label={t(kind === 'email' ? 'newEmail' : 'newPhone')}
        type={kind === 'email' ? 'email' : 'tel'}
        inputMode={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        placeholder={kind === 'email' ? '' : '+380 XX XXX XXXX'}
        value={address}
        disabled={busy}
        error={looked && isMissing ? t(kind === 'email' ? 'emailMissing' : 'phoneMissing') : undefined}
        onChange={onChange}
      />
      {user.hasPassword && (
        <Field
          label={t('password')}
          type="password"
          autoComplete="current-password"
          value={password}
          disabled={busy}
          error={looked && password === '' ? t('passwordMissing') : undefined}
          onChange={setPassword}
        />
      )}
      <SubmitButton busy={busy} label={t('next')} look="primary" />
    </form>
  )
}
