import type { User } from '@tsedra/contract/accounts'
import { thirdParties, type untieThirdParty } from '@tsedra/contract/third-parties'
import { useTranslations } from 'use-intl'
import { changePerson } from '../session/person.ts'
import { partyNames } from '../accounts/sign-in/step.ts'
import { notify } from '../shared/notices.ts'
import { call } from '../shared/api.ts'
import { Refused } from './Refused.tsx'
import { useChange } from './use-change.ts'
import { WithNetwork } from './WithNetwork.tsx'

/** Who else signs this person in; nothing when nobody does (infra/decisions/0026-third-parties.md). */
export function ThirdParties({ user }: { user: User }) {
  const t = useTranslations('settings.parties')
  const { busy, refused, change } = useChange({ last_way_in: t('lastWay') })
  const isTied = { google: user.hasGoogle, apple: user.hasApple }
  const tied = thirdParties.filter((party) => isTied[party])

  const untie = (party: keyof typeof partyNames) =>
    change(async () => {
      const params = { party }
      changePerson({ user: await call<typeof untieThirdParty>('DELETE /api/auth/link/:party', { params }) })
      notify({ title: t('untied', { party: partyNames[party] }) })
    })

  if (tied.length === 0) return null
  return (
    <WithNetwork>
      <ul className="rows">
        {tied.map((party) => (
          <li key={party}>
            <span>
              <b>{partyNames[party]}</b>
              <span className="muted">{t('on')}</span>
            </span>
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`${t('untie')}: ${partyNames[party]}`}
              disabled={busy}
              onClick={() => void untie(party)}
            >
              {t('untie')}
            </button>
          </li>
        ))}
      </ul>
      <Refused words={refused} />
    </WithNetwork>
  )
}
