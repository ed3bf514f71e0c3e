import { type Role, roles } from '@tsedra/contract/accounts'
import type { resetSecondFactor, setUserActive, setUserRole, UserRow } from '@tsedra/contract/admin-users'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePerson } from '../../session/person.ts'
import { useOnline } from '../../shared/network.ts'
import { nameOf } from '../../profile/name.ts'
import { call } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Confirm } from '../Confirm.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { UserBadges } from './UserBadges.tsx'
import '../../shared/ui/field.css'
import '../../shared/ui/note.css'
import { formatStaffMoment } from '../orders/format.ts'

/** What is about to be done to somebody. */
type Asked = { role: Role } | 'deactivate' | 'activate' | 'reset'

/** One account and what an admin may do to it; each is asked about by its consequences. */
export function UserDrawer({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTranslations('desk.users')
  const online = useOnline()
  const [asked, setAsked] = useState<Asked>()
  const isMe = usePerson()?.user.id === user.id
  const canReset = user.hasSecondFactor || user.hasTelegram
  return (
    <Dialog title={nameOf(user)} shape="drawer" className="usr" onClose={onClose}>
      <div className="usr__in">
        <UserBadges user={user} />
        <Facts user={user} />
        {isMe ? (
          <p className="note note--warn">
            <Icon name="circle-alert" />
            <span>{t('yourself')}</span>
          </p>
        ) : (
          <fieldset className="usr__in" disabled={!online}>
            <RoleChoice role={user.role} onChoose={(role) => setAsked({ role })} />
            {canReset && <Act text={t('reset.hint')} label={t('reset.action')} onClick={() => setAsked('reset')} />}
            {user.isActive ? (
              <Act text={t('deactivate.hint')} label={t('deactivate.action')} onClick={() => setAsked('deactivate')} />
            ) : (
              <Act text={t('activate.hint')} label={t('activate.action')} onClick={() => setAsked('activate')} />
            )}
          </fieldset>
        )}
      </div>
      {asked && <AskFirst user={user} asked={asked} onClose={() => setAsked(undefined)} />}
    </Dialog>
  )
}

function Act({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <div className="usr__act">
      <p className="muted sm">{text}</p>
      <button type="button" className="btn btn--line" onClick={onClick}>
        {label}
      </button>
    </div>
  )
}

function RoleChoice({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) {
  const t = useTranslations('desk.users')
  const tRole = useTranslations('profile.role')
  return (
    <label className="field">
      <span className="field__label">{t('column.role')}</span>
      <span className="select">
        <select className="input" value={role} onChange={({ target }) => onChoose(target.value as Role)}>
          {roles.map((each) => (
            <option key={each} value={each}>
              {tRole(each)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
      <span className="field__hint">{t(`may.${role}`)}</span>
    </label>
  )
}

function AskFirst({ user, asked, onClose }: { user: UserRow; asked: Asked; onClose: () => void }) {
  const t = useTranslations('desk.users')
  const tRole = useTranslations('profile.role')
  const { busy, change } = useAdminChange()
  const name = nameOf(user)
  const params = { id: user.id }

  const work = async () => {
    if (asked === 'reset') await call<typeof resetSecondFactor>('DELETE /api/admin/users/:id/second-factor', { params })
    else if (typeof asked === 'string') {
      const body = { isActive: asked === 'activate' }
      await call<typeof setUserActive>('PUT /api/admin/users/:id/active', { params, body })
    } else await call<typeof setUserRole>('PUT /api/admin/users/:id/role', { params, body: asked })
  }
  const confirm = async () => {
    const own = { last_admin: t('lastAdmin'), not_verified: t('notVerified'), last_way_in: t('role.inLast') }
    await change(work, { done: typeof asked === 'string' ? t(`${asked}.done`) : t('role.done'), own })
    onClose()
  }
  return (
    <Confirm {...words()} busy={busy} onClose={onClose} onConfirm={() => void confirm()}>
      {text()}
    </Confirm>
  )

  function words(): { title: string; action: string } {
    if (typeof asked === 'string') return { title: t(`${asked}.title`, { name }), action: t(`${asked}.action`) }
    return { title: t('role.title', { name, role: tRole(asked.role) }), action: t('role.action') }
  }

  function text(): ReactNode {
    if (typeof asked === 'string') return <p>{t(`${asked}.text`)}</p>
    if (asked.role === 'user') return <p>{t('role.out')}</p>
    if (user.role !== 'user') return <p>{t('role.among', { role: tRole(asked.role) })}</p>
    return (
      <>
        <p>{t('role.in')}</p>
        {user.hasPassword && <p>{t('role.inPassword')}</p>}
        <p>{user.email ? t('role.inMail', { email: user.email }) : t('role.inNoMail')}</p>
      </>
    )
  }
}

function Facts({ user }: { user: UserRow }) {
  const t = useTranslations('desk.users.facts')
  const tDesk = useTranslations('desk')
  const language = useLanguage()
  const yes = (is: boolean) => tDesk(is ? 'yes' : 'no')
  const { email, phone, createdAt, lastSeenAt, hasPassword, hasSecondFactor, hasTelegram } = user
  const facts = [
    ['email', email],
    ['phone', phone],
    ['created', formatStaffMoment(createdAt, language)],
    ['seen', lastSeenAt && formatStaffMoment(lastSeenAt, language)],
    ['password', yes(hasPassword)],
    ['app', yes(hasSecondFactor)],
    ['telegram', yes(hasTelegram)],
  ] as const
  return (
    <dl className="dl">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{t(name)}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
