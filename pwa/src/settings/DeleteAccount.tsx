import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import { PASSWORD_MIN } from '@tsedra/contract/account-limits'
import type { deleteAccount } from '@tsedra/contract/settings'
import type { FormEvent } from 'react'
import { useNavigate } from '../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { PasswordField } from '../accounts/sign-in/PasswordField.tsx'
import { cleanUpAfterSession } from '../accounts/sign-out.ts'
import { useFormFields } from '../shared/use-form-fields.ts'
import { showToast } from '../shared/toasts.ts'
import { readOpenIds } from '../outbox/queue.ts'
import { sendNow } from '../outbox/send-now.ts'
import { useLiveQuery } from '../outbox/use-live-query.ts'
import { callApi } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { FormError } from './FormError.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Deletes the account, by its password. Warns about unsent orders, which are deleted with it. */
export function DeleteAccount({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations('settings.delete')
  const tPassword = useTranslations('settings.password')
  const client = useQueryClient()
  const navigate = useNavigate()
  const outboxQuery = useLiveQuery(readOpenIds)
  const { busy, errorMessage, change } = useAccountChange({ forbidden: t('lastAdmin') })
  const unsent = outboxQuery.state === 'read' ? [...outboxQuery.value.pending, ...outboxQuery.value.attention] : []
  const fields = useFormFields({ password: '' }, ({ password }) => ({
    password:
      user.hasPassword && [...password.normalize('NFC')].length < PASSWORD_MIN
        ? tPassword('short', { count: PASSWORD_MIN })
        : undefined,
  }))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!fields.validateAll()) return
    void change(async () => {
      const body = user.hasPassword ? fields.values : {}
      await callApi<typeof deleteAccount>('DELETE /api/auth/user', { body })
      await cleanUpAfterSession(client, 'delete')
      showToast({ title: t('done') })
      navigate('/')
    })
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form className="settings-section__form" noValidate onSubmit={submit}>
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
        <FormError text={errorMessage} />
        {user.hasPassword && (
          <PasswordField
            {...fields.bind('password')}
            label={tPassword('current')}
            autoComplete="current-password"
            disabled={busy}
          />
        )}
        <SubmitButton busy={busy} label={t('delete')} variant="danger" />
      </form>
    </Dialog>
  )
}
