import { PASSWORD_MIN, STAFF_PASSWORD_MIN, type User } from '@tsedra/contract/accounts'
import type { changePassword } from '@tsedra/contract/settings'
import { useTranslations } from 'use-intl'
import { changePerson } from '../session/person.ts'
import { PasswordField } from '../accounts/sign-in/PasswordField.tsx'
import { StepForm } from '../accounts/sign-in/StepForm.tsx'
import { useFields } from '../accounts/sign-in/use-fields.ts'
import { notify } from '../shared/notices.ts'
import { call } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Refused } from './Refused.tsx'
import { useChange } from './use-change.ts'

/** A new password for who knows the old one; every other session ends. */
export function ChangePassword({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations('settings.password')
  const { busy, refused, change } = useChange()
  const least = user.role === 'user' ? PASSWORD_MIN : STAFF_PASSWORD_MIN
  const short = (typed: string, count: number) =>
    [...typed.normalize('NFC')].length < count ? t('short', { count }) : undefined
  const fields = useFields({ current: '', fresh: '' }, ({ current, fresh }) => ({
    current: user.hasPassword ? short(current, PASSWORD_MIN) : undefined,
    fresh: short(fresh, least),
  }))
  const { current, fresh } = fields.values

  function save(): void {
    if (!fields.check()) return
    void change(async () => {
      const body = { password: fresh, ...(user.hasPassword && { currentPassword: current }) }
      changePerson({ user: await call<typeof changePassword>('POST /api/auth/password', { body }) })
      notify({ title: t('saved'), text: t('savedText') })
      onClose()
    })
  }

  return (
    <Dialog title={t('title')} onClose={onClose} bare>
      <StepForm onSubmit={save} action={t('save')} busy={busy}>
        <Refused words={refused} />
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
          hint={t('hint', { count: least })}
          autoComplete="new-password"
          disabled={busy}
        />
      </StepForm>
    </Dialog>
  )
}
