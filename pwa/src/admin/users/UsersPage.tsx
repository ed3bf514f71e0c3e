import { roles } from '@tsedra/contract/accounts'
import { type listUsers, USERS_PAGE, type UserRow } from '@tsedra/contract/admin-users'
import { useTranslations } from 'use-intl'
import { nameOf } from '../../profile/name.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Empty } from '../../shared/ui/Empty.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { Head } from '../frame/Head.tsx'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { Choice } from '../table/Choice.tsx'
import { OffsetPager } from '../table/Pager.tsx'
import { usePageState } from '../table/page-state.ts'
import { Search } from '../table/Search.tsx'
import { UserBadges } from './UserBadges.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import './users.css'
import { formatStaffMoment } from '../orders/format.ts'

const statuses = ['active', 'inactive'] as const

/** `/admin/users`: who has an account and what they may (infra/decisions/0031-roles.md). */
export function UsersPage() {
  const t = useTranslations('desk.users')
  const tRole = useTranslations('profile.role')
  const language = useLanguage()
  const state = usePageState()
  const role = roles.find((each) => each === state.get('role'))
  const status = statuses.find((each) => each === state.get('status'))
  const found = useAdminQuery<typeof listUsers>('GET /api/admin/users', {
    query: {
      search: state.get('search'),
      ...(role && { role }),
      ...(status && { status }),
      offset: String((state.page - 1) * USERS_PAGE),
    },
  })
  const { data } = found
  const show = (user: string) => state.set({ user, page: state.get('page') })
  const opened = data?.users.find(({ id }) => id === state.get('user'))

  const columns: Column<UserRow>[] = [
    { key: 'name', head: t('column.name'), className: 'main c-name', cell: (user) => <Name user={user} /> },
    { key: 'role', head: t('column.role'), className: 'c-role', cell: (user) => <UserBadges user={user} /> },
    {
      key: 'seen',
      head: t('column.seen'),
      className: 'muted c-seen',
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatStaffMoment(lastSeenAt, language) : t('never')),
    },
    {
      key: 'change',
      head: t('column.actions'),
      className: 'r c-act',
      quiet: true,
      cell: (user) => (
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          aria-label={t('changeOf', { name: nameOf(user) })}
          onClick={() => show(user.id)}
        >
          {t('change')}
        </button>
      ),
    },
  ]
  return (
    <>
      <Head title={t('title')} count={data && t('count', { count: data.total })}>
        <Search label={t('search')} state={state} />
      </Head>
      <div className="adm__filters" role="group" aria-label={t('filter')}>
        <Choice
          label={t('column.role')}
          value={role ?? ''}
          all={t('anyRole')}
          choices={roles.map((each) => [each, tRole(each)])}
          onChoose={(role) => state.set({ role })}
        />
        <Choice
          label={t('status')}
          value={status ?? ''}
          all={t('anyStatus')}
          choices={statuses.map((each) => [each, t(each)])}
          onChoose={(status) => state.set({ status })}
        />
      </div>
      <AdminTable
        label={t('title')}
        columns={columns}
        rows={data?.users}
        keyOf={({ id }) => id}
        found={found}
        state={state}
        empty={<Empty icon="users" title={t('empty')} />}
        className="usr-sm"
        rowProps={({ id }) => (id === opened?.id ? { className: 'is-on' } : {})}
      />
      <OffsetPager state={state} size={USERS_PAGE} total={data?.total ?? 0} />
      {opened && <UserDrawer key={opened.id} user={opened} onClose={() => show('')} />}
    </>
  )
}

function Name({ user }: { user: UserRow }) {
  const { email, phone } = user
  const name = nameOf(user)
  return (
    <>
      {name}
      {[email, phone].map((address) => address && address !== name && <small key={address}>{address}</small>)}
    </>
  )
}
