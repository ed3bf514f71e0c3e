import type { Attempt, User } from '@tsedra/contract/accounts'
import type { changeIdentity } from '@tsedra/contract/settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { welcome } from '../accounts/session.ts'
import { PasswordField } from '../accounts/sign-in/PasswordField.tsx'
import { StepForm } from '../accounts/sign-in/StepForm.tsx'
import { useFields } from '../accounts/sign-in/use-fields.ts'
import { Verify } from '../accounts/sign-in/Verify.tsx'
import '../accounts/sign-in/sign-in.css'
import { notify } from '../shared/notices.ts'
import { call } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Field } from '../shared/ui/Field.tsx'
import { Refused } from './Refused.tsx'
import { useChange } from './use-change.ts'

interface Props {
  user: User
  kind: 'email' | 'phone'
  onClose: () => void
}

/** Another e-mail address or phone: it counts from its proof on (infra/decisions/0019-people.md). */
export function ChangeAddress({ user, kind, onClose }: Props) {
  const t = useTranslations('settings.address')
  const [begun, setBegun] = useState<{ attempt: Attempt; address: string }>()

  async function finish(proved: User): Promise<void> {
    await welcome(proved)
    notify({ title: t('saved'), text: t('savedText') })
    onClose()
  }

  return (
    <Dialog title={t(kind)} onClose={onClose} bare>
      {begun ? (
        <Verify
          {...begun}
          go={(step) => step.at === 'verify' && setBegun({ ...begun, attempt: step.attempt })}
          finish={finish}
        />
      ) : (
        <Wanted user={user} kind={kind} onBegun={(attempt, address) => setBegun({ attempt, address })} />
      )}
    </Dialog>
  )
}

type WantedProps = Omit<Props, 'onClose'> & { onBegun: (attempt: Attempt, address: string) => void }

function Wanted({ user, kind, onBegun }: WantedProps) {
  const t = useTranslations('settings.address')
  const tPassword = useTranslations('settings.password')
  const { busy, refused, change } = useChange()
  const isEmail = kind === 'email'
  const fields = useFields({ address: '', password: '' }, ({ address, password }) => ({
    // An @ makes an e-mail, as at the door.
    address:
      address.trim() === '' || address.includes('@') !== isEmail
        ? t(isEmail ? 'emailMissing' : 'phoneMissing')
        : undefined,
    password: user.hasPassword && password === '' ? t('passwordMissing') : undefined,
  }))
  const { address, password } = fields.values

  function begin(): void {
    if (!fields.check()) return
    void change(async () => {
      const body = { emailOrPhone: address, ...(user.hasPassword && { password }) }
      onBegun(await call<typeof changeIdentity>('POST /api/auth/identity', { body }), address)
    })
  }

  return (
    <StepForm onSubmit={begin} action={t('next')} busy={busy}>
      <p className="muted">{t(isEmail ? 'emailText' : 'phoneText')}</p>
      <Refused words={refused} />
      <Field
        {...fields.bind('address')}
        label={t(isEmail ? 'newEmail' : 'newPhone')}
        type={isEmail ? 'email' : 'tel'}
        autoComplete={isEmail ? 'email' : 'tel'}
        placeholder={isEmail ? '' : '+380 XX XXX XXXX'}
        disabled={busy}
      />
      {user.hasPassword && (
        <PasswordField
          {...fields.bind('password')}
          label={tPassword('current')}
          autoComplete="current-password"
          disabled={busy}
        />
      )}
    </StepForm>
  )
}
