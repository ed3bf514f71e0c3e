import type { User } from '@tsedra/contract/accounts'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import type { downloadData } from '@tsedra/contract/settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../shared/api.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { FormError } from './FormError.tsx'
import { saveFile } from './save-file.ts'
import { useAccountChange } from './use-account-change.ts'
import { OnlineFieldset } from './OnlineFieldset.tsx'

/** Downloads the user's data or deletes the account. */
export function MyData({ user }: { user: User }) {
  const t = useTranslations('settings.data')
  const [isDeleting, setIsDeleting] = useState(false)
  const { busy, errorMessage, change } = useAccountChange()

  const download = () =>
    change(async () => {
      const data = await callApi<typeof downloadData>('GET /api/auth/user/data')
      const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(`tsedra-${kyivDay(Date.now())}.json`, json)
    })

  return (
    <>
      <OnlineFieldset>
        <p className="muted">{t('text')}</p>
        <FormError text={errorMessage} />
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
        <button type="button" className="btn btn--quiet settings-section__delete" onClick={() => setIsDeleting(true)}>
          <Icon name="trash-2" size="i--sm" />
          {t('delete')}
        </button>
      </OnlineFieldset>
      {isDeleting && <DeleteAccount user={user} onClose={() => setIsDeleting(false)} />}
    </>
  )
}
