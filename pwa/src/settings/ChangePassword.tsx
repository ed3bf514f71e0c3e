import type { User } from '@tsedra/contract/accounts'
import { PASSWORD_MIN, STAFF_PASSWORD_MIN } from '@tsedra/contract/account-limits'
import type { changePassword } from '@tsedra/contract/settings'
import { useTranslations } from 'use-intl'
import { updateCurrentUser } from '../session/current-user.ts'
import { PasswordField } from '../accounts/sign-in/PasswordField.tsx'
import { StepForm } from '../accounts/sign-in/StepForm.tsx'
import { useFormFields } from '../shared/use-form-fields.ts'
import { showToast } from '../shared/toasts.ts'
import { callApi } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { FormError } from './FormError.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Changes the password, by the current one; the API ends all other sessions. */
export function ChangePassword({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations('settings.password')
  const { busy, errorMessage, change } = useAccountChange()
  const minLength = user.role === 'user' ? PASSWORD_MIN : STAFF_PASSWORD_MIN
  const tooShortText = (typed: string, count: number) =>
    [...typed.normalize('NFC')].length < count ? t('short', { count }) : undefined
  const fields = useFormFields({ current: '', fresh: '' }, ({ current, fresh }) => ({
    current: user.hasPassword ? tooShortText(current, PASSWORD_MIN) : undefined,
    fresh: tooShortText(fresh, minLength),
  }))
  const { current, fresh } = fields.values

  function save(): void {
    if (!fields.validateAll()) return
    void change(async () => {
      const body = { password: fresh, ...(user.hasPassword && { currentPassword: current }) }
      updateCurrentUser({ user: await callApi<typeof changePassword>('POST /api/auth/password', { body }) })
      showToast({ title: t('saved'), text: t('savedText') })
      onClose()
    })
  }

  return (
    <Dialog title={t('title')} onClose={onClose} hasOwnBody>
      <StepForm onSubmit={save} submitLabel={t('save')} busy={busy}>
        <FormError text={errorMessage} />
        {user.hasPassword && (
          <PasswordField
            {...fields.bind('current')}
            label={t('current')}
            autoComplete="current-password"
            disabled={busy}
          />
        )}
        <PasswordField
          {...fields.bind('fresh')}
          label={t('fresh')}
          hint={t('hint', { count: minLength })}
          autoComplete="new-password"
          disabled={busy}
        />
      </StepForm>
    </Dialog>
  )
}
