import type { Verification, User } from '@tsedra/contract/accounts'
import type { changeIdentity } from '@tsedra/contract/settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { startSession } from '../accounts/session.ts'
import { PasswordField } from '../accounts/sign-in/PasswordField.tsx'
import { StepForm } from '../accounts/sign-in/StepForm.tsx'
import { useFormFields } from '../shared/use-form-fields.ts'
import { Verify } from '../accounts/sign-in/Verify.tsx'
import '../accounts/sign-in/sign-in.css'
import { showToast } from '../shared/toasts.ts'
import { callApi } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Field } from '../shared/ui/Field.tsx'
import { FormError } from './FormError.tsx'
import { useAccountChange } from './use-account-change.ts'

interface Props {
  user: User
  kind: 'email' | 'phone'
  onClose: () => void
}

/** Changes the e-mail address or phone; the change takes effect once verified (infra/decisions/0019-accounts.md). */
export function ChangeAddress({ user, kind, onClose }: Props) {
  const t = useTranslations('settings.address')
  const [address, setAddress] = useState('')
  const [verification, setVerification] = useState<Verification>()

  async function finish(updatedUser: User): Promise<void> {
    await startSession(updatedUser)
    showToast({ title: t('saved'), text: t('savedText') })
    onClose()
  }

  return (
    <Dialog title={t(kind)} onClose={onClose} onBack={verification && (() => setVerification(undefined))} hasOwnBody>
      {verification ? (
        <Verify
          verification={verification}
          address={address}
          goTo={(step) => step.at === 'verify' && setVerification(step.verification)}
          finish={finish}
        />
      ) : (
        <AddressForm
          user={user}
          kind={kind}
          initialAddress={address}
          onStarted={(started, enteredAddress) => {
            setAddress(enteredAddress)
            setVerification(started)
          }}
        />
      )}
    </Dialog>
  )
}

type AddressFormProps = Omit<Props, 'onClose'> & {
  initialAddress: string
  onStarted: (verification: Verification, address: string) => void
}

function AddressForm({ user, kind, initialAddress, onStarted }: AddressFormProps) {
  const t = useTranslations('settings.address')
  const tPassword = useTranslations('settings.password')
  const { busy, errorMessage, change } = useAccountChange()
  const isEmail = kind === 'email'
  const fields = useFormFields({ address: initialAddress, password: '' }, ({ address, password }) => ({
    // The API treats a text with an @ as an e-mail address, too.
    address:
      address.trim() === '' || address.includes('@') !== isEmail
        ? t(isEmail ? 'emailMissing' : 'phoneMissing')
        : undefined,
    password: user.hasPassword && password === '' ? t('passwordMissing') : undefined,
  }))
  const { address, password } = fields.values

  function submit(): void {
    if (!fields.validateAll()) return
    void change(async () => {
      const body = { emailOrPhone: address, ...(user.hasPassword && { password }) }
      onStarted(await callApi<typeof changeIdentity>('POST /api/auth/identity', { body }), address)
    })
  }

  return (
    <StepForm onSubmit={submit} submitLabel={t('next')} busy={busy}>
      <p className="muted">{t(isEmail ? 'emailText' : 'phoneText')}</p>
      <FormError text={errorMessage} />
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
