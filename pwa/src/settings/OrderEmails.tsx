import type { User } from '@tsedra/contract/accounts'
import type { changeProfile } from '@tsedra/contract/settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { updateCurrentUser } from '../session/current-user.ts'
import { callApi } from '../shared/api.ts'
import { FormError } from './FormError.tsx'
import { OnlineFieldset } from './OnlineFieldset.tsx'
import { useAccountChange } from './use-account-change.ts'
import '../shared/ui/checkbox.css'

/** Turns e-mails about the user's orders on and off (infra/decisions/0049-customer-messages.md). */
export function OrderEmails({ user }: { user: User }) {
  const t = useTranslations('settings')
  const { busy, errorMessage, change } = useAccountChange()

  const [chosen, setChosen] = useState<boolean>()

  async function save(orderEmails: boolean): Promise<void> {
    if (busy) return
    // Shown at once; a failed change is undone.
    setChosen(orderEmails)
    await change(async () => {
      updateCurrentUser({ user: await callApi<typeof changeProfile>('PUT /api/auth/user', { body: { orderEmails } }) })
    })
    setChosen(undefined)
  }

  return (
    <OnlineFieldset>
      <label className="check">
        <input
          type="checkbox"
          checked={chosen ?? user.orderEmails !== false}
          aria-busy={busy}
          onChange={({ target }) => void save(target.checked)}
        />
        <span>{t('orderEmails', { email: user.email ?? '' })}</span>
      </label>
      <FormError text={errorMessage} />
    </OnlineFieldset>
  )
}
