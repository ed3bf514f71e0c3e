import type { User } from '@tsedra/contract/accounts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openOverlay } from '../shared/overlay-state.ts'
import { ChangeAddress } from './ChangeAddress.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Telegram } from './Telegram.tsx'
import { LinkedProviders } from './LinkedProviders.tsx'
import { OnlineFieldset } from './OnlineFieldset.tsx'

type EditableMethod = 'email' | 'phone' | 'password'

/** The user's sign-in methods, with buttons that add or change them. */
export function SignInMethodSettings({ user }: { user: User }) {
  const t = useTranslations('settings.ways')
  const [editedMethod, setEditedMethod] = useState<EditableMethod>()
  const close = () => setEditedMethod(undefined)
  const methods: Record<EditableMethod, string | null> = {
    email: user.email,
    phone: user.phone,
    password: user.hasPassword ? t('passwordSet') : null,
  }
  return (
    <div className="setting-lists">
      <OnlineFieldset>
        <ul className="setting-rows">
          {(['email', 'phone', 'password'] as const).map((method) => (
            <li key={method}>
              <span>
                <b>{t(method)}</b>
                <span className="muted">{methods[method] ?? t('none')}</span>
              </span>
              <button
                type="button"
                className="btn btn--line btn--sm"
                aria-label={`${t(methods[method] ? 'change' : 'add')}: ${t(method)}`}
                onClick={() => setEditedMethod(method)}
              >
                {t(methods[method] ? 'change' : 'add')}
              </button>
            </li>
          ))}
          {(user.secondFactor === 'setup' || user.secondFactor === 'code') && (
            <li>
              <span>
                <b>{t('secondFactor')}</b>
                <span className="muted">{t('secondFactorText')}</span>
              </span>
              {/* For staff without a confirmed second factor the sign-in dialog opens at that step. */}
              <button type="button" className="btn btn--line btn--sm" onClick={() => openOverlay('signIn')}>
                {t(user.secondFactor)}
              </button>
            </li>
          )}
        </ul>
      </OnlineFieldset>
      <LinkedProviders user={user} />
      <Telegram user={user} />
      {editedMethod === 'password' && <ChangePassword user={user} onClose={close} />}
      {(editedMethod === 'email' || editedMethod === 'phone') && (
        <ChangeAddress user={user} kind={editedMethod} onClose={close} />
      )}
    </div>
  )
}
