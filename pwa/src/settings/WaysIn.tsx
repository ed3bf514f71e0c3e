import type { User } from '@tsedra/contract/accounts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openPanel } from '../shared/panels.ts'
import { ChangeAddress } from './ChangeAddress.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Telegram } from './Telegram.tsx'
import { ThirdParties } from './ThirdParties.tsx'
import { WithNetwork } from './WithNetwork.tsx'

type Changed = 'email' | 'phone' | 'password'

/** What this person signs in with. */
export function WaysIn({ user }: { user: User }) {
  const t = useTranslations('settings.ways')
  const [changed, setChanged] = useState<Changed>()
  const close = () => setChanged(undefined)
  const ways: Record<Changed, string | null> = {
    email: user.email,
    phone: user.phone,
    password: user.hasPassword ? t('passwordSet') : null,
  }
  return (
    <div className="lists">
      <WithNetwork>
        <ul className="rows">
          {(['email', 'phone', 'password'] as const).map((way) => (
            <li key={way}>
              <span>
                <b>{t(way)}</b>
                <span className="muted">{ways[way] ?? t('none')}</span>
              </span>
              <button
                type="button"
                className="btn btn--line btn--sm"
                aria-label={`${t(ways[way] ? 'change' : 'add')}: ${t(way)}`}
                onClick={() => setChanged(way)}
              >
                {t(ways[way] ? 'change' : 'add')}
              </button>
            </li>
          ))}
          {(user.secondFactor === 'setup' || user.secondFactor === 'code') && (
            <li>
              <span>
                <b>{t('secondFactor')}</b>
                <span className="muted">{t('secondFactorText')}</span>
              </span>
              {/* The dialog asks staff for what they still have to prove. */}
              <button type="button" className="btn btn--line btn--sm" onClick={() => openPanel('signIn')}>
                {t(user.secondFactor)}
              </button>
            </li>
          )}
        </ul>
      </WithNetwork>
      <ThirdParties user={user} />
      <Telegram user={user} />
      {changed === 'password' && <ChangePassword user={user} onClose={close} />}
      {(changed === 'email' || changed === 'phone') && <ChangeAddress user={user} kind={changed} onClose={close} />}
    </div>
  )
}
