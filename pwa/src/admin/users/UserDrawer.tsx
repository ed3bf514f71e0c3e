import { type Role, roles } from '@tsedra/contract/accounts'
import type { resetSecondFactor, setUserActive, setUserRole, UserRow } from '@tsedra/contract/admin-users'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../../session/current-user.ts'
import { useOnline } from '../../shared/use-online.ts'
import { getDisplayName } from '../../profile/display-name.ts'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { UserBadges } from './UserBadges.tsx'
import { UserSessions } from './UserSessions.tsx'
import '../../shared/ui/field.css'
import '../../shared/ui/note.css'
import { formatKyivDateTime } from '../orders/format-order.ts'

/** An action that awaits confirmation. */
type PendingAction = { role: Role } | 'deactivate' | 'activate' | 'reset'

/** The drawer of one account; every action needs confirmation. */
export function UserDrawer({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTranslations('desk.users')
  const isOnline = useOnline()
  const [pendingAction, setPendingAction] = useState<PendingAction>()
  const isCurrentUser = useCurrentUser()?.user.id === user.id
  const canReset = user.hasSecondFactor || user.hasTelegram
  return (
    <Dialog title={getDisplayName(user)} variant="drawer" className="user-drawer" onClose={onClose}>
      <div className="user-drawer__content">
        <UserBadges user={user} />
        <UserDetails user={user} />
        <UserSessions userId={user.id} />
        {isCurrentUser ? (
          <p className="note note--warn">
            <Icon name="circle-alert" />
            <span>{t('yourself')}</span>
          </p>
        ) : (
          <fieldset className="user-drawer__content" disabled={!isOnline}>
            <RoleSelect role={user.role} onChange={(role) => setPendingAction({ role })} />
            {canReset && (
              <ActionRow
                description={t('reset.hint')}
                label={t('reset.action')}
                onClick={() => setPendingAction('reset')}
              />
            )}
            {user.isActive ? (
              <ActionRow
                description={t('deactivate.hint')}
                label={t('deactivate.action')}
                onClick={() => setPendingAction('deactivate')}
              />
            ) : (
              <ActionRow
                description={t('activate.hint')}
                label={t('activate.action')}
                onClick={() => setPendingAction('activate')}
              />
            )}
          </fieldset>
        )}
      </div>
      {pendingAction && (
        <ConfirmAction user={user} pendingAction={pendingAction} onClose={() => setPendingAction(undefined)} />
      )}
    </Dialog>
  )
}

function ActionRow({ description, label, onClick }: { description: string; label: string; onClick: () => void }) {
  return (
    <div className="user-drawer__action">
      <p className="muted sm">{description}</p>
      <button type="button" className="btn btn--line" onClick={onClick}>
        {label}
      </button>
    </div>
  )
}

function RoleSelect({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const t = useTranslations('desk.users')
  const tRole = useTranslations('profile.role')
  return (
    <label className="field">
      <span className="field__label">{t('column.role')}</span>
      <span className="select">
        <select className="input" value={role} onChange={({ target }) => onChange(target.value as Role)}>
          {roles.map((roleOption) => (
            <option key={roleOption} value={roleOption}>
              {tRole(roleOption)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
      <span className="field__hint">{t(`may.${role}`)}</span>
    </label>
  )
}

function ConfirmAction({
  user,
  pendingAction,
  onClose,
}: {
  user: UserRow
  pendingAction: PendingAction
  onClose: () => void
}) {
  const t = useTranslations('desk.users')
  const tRole = useTranslations('profile.role')
  const { busy, mutate } = useAdminMutation()
  const name = getDisplayName(user)
  const params = { id: user.id }

  const send = async () => {
    if (pendingAction === 'reset')
      await callApi<typeof resetSecondFactor>('DELETE /api/admin/users/:id/second-factor', { params })
    else if (typeof pendingAction === 'string') {
      const body = { isActive: pendingAction === 'activate' }
      await callApi<typeof setUserActive>('PUT /api/admin/users/:id/active', { params, body })
    } else await callApi<typeof setUserRole>('PUT /api/admin/users/:id/role', { params, body: pendingAction })
  }
  const confirm = async () => {
    const errorMessages = { last_admin: t('lastAdmin'), not_verified: t('notVerified'), last_way_in: t('role.inLast') }
    await mutate(send, {
      successMessage: typeof pendingAction === 'string' ? t(`${pendingAction}.done`) : t('role.done'),
      errorMessages,
    })
    onClose()
  }
  return (
    <ConfirmDialog {...getLabels()} busy={busy} onClose={onClose} onConfirm={() => void confirm()}>
      {renderBody()}
    </ConfirmDialog>
  )

  function getLabels(): { title: string; confirmLabel: string } {
    if (typeof pendingAction === 'string')
      return { title: t(`${pendingAction}.title`, { name }), confirmLabel: t(`${pendingAction}.action`) }
    return { title: t('role.title', { name, role: tRole(pendingAction.role) }), confirmLabel: t('role.action') }
  }

  function renderBody(): ReactNode {
    if (typeof pendingAction === 'string') return <p>{t(`${pendingAction}.text`)}</p>
    if (pendingAction.role === 'user') return <p>{t('role.out')}</p>
    if (user.role !== 'user') return <p>{t('role.among', { role: tRole(pendingAction.role) })}</p>
    return (
      <>
        <p>{t('role.in')}</p>
        {user.hasPassword && <p>{t('role.inPassword')}</p>}
        <p>{user.email ? t('role.inMail', { email: user.email }) : t('role.inNoMail')}</p>
      </>
    )
  }
}

function UserDetails({ user }: { user: UserRow }) {
  const t = useTranslations('desk.users.facts')
  const tAdmin = useTranslations('desk')
  const language = useLanguage()
  const formatBoolean = (value: boolean) => tAdmin(value ? 'yes' : 'no')
  const { email, phone, createdAt, lastSeenAt, hasPassword, hasSecondFactor, hasTelegram } = user
  const details = [
    ['email', email],
    ['phone', phone],
    ['created', formatKyivDateTime(createdAt, language)],
    ['seen', lastSeenAt && formatKyivDateTime(lastSeenAt, language)],
    ['password', formatBoolean(hasPassword)],
    ['app', formatBoolean(hasSecondFactor)],
    ['telegram', formatBoolean(hasTelegram)],
  ] as const
  return (
    <dl className="dl">
      {details.map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{t(name)}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
