import { useQueryClient } from '@tanstack/react-query'
import { PASSWORD_MIN, type User } from '@tsedra/contract/accounts'
import type { deleteAccount } from '@tsedra/contract/settings'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { PasswordField } from '../accounts/sign-in/PasswordField.tsx'
import { afterSession } from '../accounts/sign-out.ts'
import { useFields } from '../accounts/sign-in/use-fields.ts'
import { notify } from '../shared/notices.ts'
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
  const tPassword = useTranslations('settings.password')
  const client = useQueryClient()
  const navigate = useNavigate()
  const open = useLive(openIds)
  const { busy, refused, change } = useChange({ forbidden: t('lastAdmin') })
  const unsent = open.state === 'read' ? [...open.value.pending, ...open.value.attention] : []
  const fields = useFields({ password: '' }, ({ password }) => ({
    password:
      user.hasPassword && [...password.normalize('NFC')].length < PASSWORD_MIN
        ? tPassword('short', { count: PASSWORD_MIN })
        : undefined,
  }))

  function leave(event: FormEvent): void {
    event.preventDefault()
    if (!fields.check()) return
    void change(async () => {
      const body = user.hasPassword ? fields.values : {}
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
            {...fields.bind('password')}
            label={tPassword('current')}
            autoComplete="current-password"
            disabled={busy}
          />
        )}
        <SubmitButton busy={busy} label={t('delete')} look="danger" />
      </form>
    </Dialog>
  )
}
