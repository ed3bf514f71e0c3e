import {
  DEFAULT_INVITATION_DAYS,
  type inviteStaff,
  MAX_INVITATION_DAYS,
  type StaffRole,
  staffRoles,
} from '@tsedra/contract/admin-invitations'
import { type Language, languages } from '@tsedra/contract/language'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { nativeLanguageNames } from '../../settings/LanguageLinks.tsx'
import { ApiError, callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useOnline } from '../../shared/use-online.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

const dayOptions = [1, DEFAULT_INVITATION_DAYS, 7, MAX_INVITATION_DAYS] as const

/** The form of a new invitation. */
export function InvitationForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk.invitations')
  const tRole = useTranslations('profile.role')
  const tMay = useTranslations('desk.users.may')
  const isOnline = useOnline()
  const { busy, mutate } = useAdminMutation()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('editor')
  const [days, setDays] = useState<number>(DEFAULT_INVITATION_DAYS)
  const [language, setLanguage] = useState<Language>(useLanguage())
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!email.includes('@')) return setError(t('wrongEmail'))
    const request = () =>
      callApi<typeof inviteStaff>('POST /api/admin/invitations', { body: { email, role, days, language } })
    const result = await mutate(request, {
      successMessage: t('sent', { email: email.trim() }),
      errorMessages: { identity_taken: null, invalid_request: null },
    })
    if ('response' in result) return onClose()
    if (!(result.error instanceof ApiError)) return
    if (result.error.code === 'identity_taken') setError(t('taken'))
    if (result.error.code === 'invalid_request') setError(t('wrongEmail'))
  }
  return (
    <Dialog title={t('invite')} onClose={onClose} hasOwnBody>
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body">
          <Field
            label={t('email')}
            inputMode="email"
            autoComplete="off"
            value={email}
            error={error}
            onChange={(value) => {
              setEmail(value)
              setError(undefined)
            }}
          />
          <Select label={t('role')} value={role} hint={tMay(role)} onChange={(value) => setRole(value as StaffRole)}>
            {staffRoles.map((option) => (
              <option key={option} value={option}>
                {tRole(option)}
              </option>
            ))}
          </Select>
          <Select label={t('valid')} value={String(days)} onChange={(value) => setDays(Number(value))}>
            {dayOptions.map((option) => (
              <option key={option} value={option}>
                {t('days', { count: option })}
              </option>
            ))}
          </Select>
          <Select
            label={t('language')}
            value={language}
            hint={t('languageHint')}
            onChange={(value) => setLanguage(value as Language)}
          >
            {languages.map((option) => (
              <option key={option} value={option}>
                {nativeLanguageNames[option]}
              </option>
            ))}
          </Select>
        </div>
        <div className="dialog__foot">
          <button type="submit" className="btn btn--primary btn--full" disabled={busy || !isOnline} aria-busy={busy}>
            {busy && <span className="spin" aria-hidden="true" />}
            {t('send')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface SelectProps {
  label: string
  value: string
  hint?: string
  onChange: (value: string) => void
  children: ReactNode
}

function Select({ label, value, hint, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <span className="select">
        <select
          className="input"
          id={id}
          value={value}
          aria-describedby={hint && `${id}-hint`}
          onChange={({ target }) => onChange(target.value)}
        >
          {children}
        </select>
        <Icon name="chevron-down" />
      </span>
      {hint && (
        <span className="field__hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
