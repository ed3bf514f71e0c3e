import { type Attempt, CODE_LENGTH, type verify } from '@tsedra/contract/accounts'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { welcome } from '../accounts/session.ts'
import { call } from '../shared/api.ts'
import { Field } from '../shared/ui/Field.tsx'
import { Refused } from './Refused.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useChange } from './use-change.ts'

interface Props {
  attempt: Attempt
  address: string
  onProved: () => void
}

/** The code that was sent to the new address. */
export function ProveAddress({ attempt: { userId }, address, onProved }: Props) {
  const t = useTranslations('settings.address')
  const [code, setCode] = useState('')
  const [looked, setLooked] = useState(false)
  const { busy, refused, change } = useChange()
  const isShort = code.length !== CODE_LENGTH

  function prove(event: FormEvent): void {
    event.preventDefault()
    setLooked(true)
    if (isShort) return
    void change(async () => {
      const { user } = await call<typeof verify>('POST /api/auth/verify', { body: { userId, code } })
      await welcome(user)
      onProved()
    })
  }

  return (
    <form className="set__form" noValidate onSubmit={prove}>
      <p>{t('sent', { address })}</p>
      <Refused words={refused} />
      <Field
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        disabled={busy}
        error={looked && isShort ? t('codeShort') : undefined}
        onChange={(typed) => setCode(typed.replace(/\s/g, '').slice(0, CODE_LENGTH))}
      />
      <SubmitButton busy={busy} label={t('confirm')} look="primary" />
    </form>
  )
}
