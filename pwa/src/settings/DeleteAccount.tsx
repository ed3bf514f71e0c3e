import { useQueryClient } from '@tanstack/react-query'
import { PASSWORD_MIN, type User } from '@tsedra/contract/accounts'
import type { deleteAccount } from '@tsedra/contract/settings'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { PasswordField } from '../accounts/sign-in/PasswordField.tsx'
import { afterSession } from '../accounts/sign-out.ts'
import { notify } from '../notices/notices.ts'
import { openIds } from '../outbox/queue.ts'
import { sendNow } from '../outbox/send-now.ts'
import { useLive } from '../outbox/use-live.ts'
import { call } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Refused } from './Refused.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useChange } from './use-change.ts'

/** Deletes the account, by its password. What the shop does not have yet has nobody to wait for then, and is named. */
export function DeleteAccount({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations('settings.delete')
  const client = useQueryClient()
  const navigate = useNavigate()
  const open = useLive(openIds)
  const [password, setPassword] = useState('')
  const [looked, setLooked] = useState(false)
  const { busy, refused, change } = useChange()
  const unsent = open.state === 'read' ? [...open.value.pending, ...open.value.attention] : []
  const isShort = user.hasPassword && [...password.normalize('NFC')].length < PASSWORD_MIN

  function leave(event: FormEvent): void {
    event.preventDefault()
    setLooked(true)
    if (isShort) return
    void change(async () => {
      const body = user.hasPassword ? { password } : {}
      await call<typeof deleteAccount>('DELETE /api/auth/user', { body })
      await afterSession(client, 'delete')
      notify({ title: t('done') })
      await navigate('/')
    })
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form className="set__form" noValidate onSubmit={leave}>
        <p>{t('goes')}</p>
        <p>{t('stays')}</p>
        {unsent.length > 0 && (
          <div className="note note--warn">
            <Icon name="circle-alert" />
            <span>
              {t('unsent', { count: unsent.length })}
              <button type="button" className="btn btn--line btn--sm" onClick={() => void sendNow(...unsent)}>
                {t('send')}
              </button>
            </span>
          </div>
        )}
        <Refused words={refused} />
        {user.hasPassword && (
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            value={password}
            disabled={busy}
            error={looked && isShort ? t('short', { count: PASSWORD_MIN }) : undefined}
            onChange={setPassword}
          />
        )}
        <SubmitButton busy={busy} label={t('delete')} look="danger" />
      </form>
    </Dialog>
  )
}
