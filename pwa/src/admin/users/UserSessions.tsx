import type { endUserSession, listUserSessions } from '@tsedra/contract/admin-users'
import type { Session } from '@tsedra/contract/settings'
import { useTranslations } from 'use-intl'
import { deviceName } from '../../settings/device-name.ts'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useOnline } from '../../shared/use-online.ts'
import { formatKyivDateTime } from '../orders/format-order.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { useAdminQuery } from '../use-admin-query.ts'

/** The open sessions of an account, with a button that ends one. */
export function UserSessions({ userId }: { userId: string }) {
  const t = useTranslations('desk.users.sessions')
  const { data, isError, refetch } = useAdminQuery<typeof listUserSessions>('GET /api/admin/users/:id/sessions', {
    params: { id: userId },
  })
  return (
    <section className="user-sessions" aria-label={t('title')}>
      <h3 className="t-1">{t('title')}</h3>
      {isError && !data && <LoadError onRetry={() => void refetch()} />}
      {!isError && !data && <output className="sk sk--control" aria-label={t('loading')} />}
      {data?.length === 0 && <p className="muted sm">{t('none')}</p>}
      <ul>
        {data?.map((session) => (
          <SessionRow key={session.id} userId={userId} session={session} />
        ))}
      </ul>
    </section>
  )
}

function SessionRow({ userId, session }: { userId: string; session: Session }) {
  const t = useTranslations('desk.users.sessions')
  const language = useLanguage()
  const isOnline = useOnline()
  const { busy, mutate } = useAdminMutation()
  const device = deviceName(session.device, t('browser'))
  const [seen, since] = [session.lastSeenAt, session.createdAt].map((time) => formatKyivDateTime(time, language))
  const end = () => {
    const params = { id: userId, session: session.id }
    return callApi<typeof endUserSession>('DELETE /api/admin/users/:id/sessions/:session', { params })
  }
  return (
    <li>
      <span>
        <b>{device}</b>
        <span className="muted sm">{t('seen', { seen: seen ?? '', since: since ?? '' })}</span>
      </span>
      {session.current ? (
        <span className="badge badge--ok">{t('here')}</span>
      ) : (
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-label={t('endOf', { device, seen: seen ?? '' })}
          disabled={busy || !isOnline}
          onClick={() => void mutate(end, { successMessage: t('ended') })}
        >
          {t('end')}
        </button>
      )}
    </li>
  )
}
