import type { User } from '@tsedra/contract/accounts'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import type { downloadData } from '@tsedra/contract/settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../shared/api.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Refused } from './Refused.tsx'
import { saveFile } from './save-file.ts'
import { useChange } from './use-change.ts'
import { WithNetwork } from './WithNetwork.tsx'

/** Everything the shop keeps about a person: to take along, or to have deleted. */
export function MyData({ user }: { user: User }) {
  const t = useTranslations('settings.data')
  const [leaving, setLeaving] = useState(false)
  const { busy, refused, change } = useChange()

  const download = () =>
    change(async () => {
      const data = await call<typeof downloadData>('GET /api/auth/user/data')
      const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(`tsedra-${kyivDay(Date.now())}.json`, json)
    })

  return (
    <>
      <WithNetwork>
        <p className="muted">{t('text')}</p>
        <Refused words={refused} />
        <button
          type="button"
          className="btn btn--line"
          disabled={busy}
          aria-busy={busy}
          onClick={() => void download()}
        >
          {busy ? <span className="spin" aria-hidden="true" /> : <Icon name="download" size="i--sm" />}
          {t('download')}
        </button>
        <button type="button" className="btn btn--quiet set__leave" onClick={() => setLeaving(true)}>
          <Icon name="trash-2" size="i--sm" />
          {t('delete')}
        </button>
      </WithNetwork>
      {leaving && <DeleteAccount user={user} onClose={() => setLeaving(false)} />}
    </>
  )
}
