import { roles } from '@tsedra/contract/accounts'
import { type listUsers, USERS_PAGE_SIZE, type UserRow } from '@tsedra/contract/admin-users'
import { useTranslations } from 'use-intl'
import { getDisplayName } from '../../profile/display-name.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { PageHeader } from '../frame/PageHeader.tsx'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { FilterSelect } from '../table/FilterSelect.tsx'
import { OffsetPager } from '../table/Pager.tsx'
import { usePageState } from '../table/use-page-state.ts'
import { ListSearch } from '../table/ListSearch.tsx'
import { InvitationList } from '../invitations/InvitationList.tsx'
import { UserBadges } from './UserBadges.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import './users.css'
import { formatKyivDateTime } from '../orders/format-order.ts'

const statuses = ['active', 'inactive'] as const

/** `/admin/users`: accounts and their roles (infra/decisions/0031-roles.md). */
export function UsersPage() {
  const t = useTranslations('desk.users')
  const tRole = useTranslations('profile.role')
  const language = useLanguage()
  const state = usePageState()
  const role = roles.find((option) => option === state.get('role'))
  const status = statuses.find((option) => option === state.get('status'))
  const query = useAdminQuery<typeof listUsers>('GET /api/admin/users', {
    query: {
      search: state.get('search'),
      ...(role && { role }),
      ...(status && { status }),
      offset: String((state.page - 1) * USERS_PAGE_SIZE),
    },
  })
  const { data } = query
  const selectUser = (user: string) => state.set({ user, page: state.get('page') })
  const selectedUser = data?.users.find(({ id }) => id === state.get('user'))

  const columns: Column<UserRow>[] = [
    { key: 'name', header: t('column.name'), className: 'main cell-name', cell: (user) => <UserName user={user} /> },
    { key: 'role', header: t('column.role'), className: 'cell-role', cell: (user) => <UserBadges user={user} /> },
    {
      key: 'seen',
      header: t('column.seen'),
      className: 'muted cell-last-seen',
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatKyivDateTime(lastSeenAt, language) : t('never')),
    },
    {
      key: 'change',
      header: t('column.actions'),
      className: 'r cell-actions',
      isHeaderHidden: true,
      cell: (user) => (
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          aria-label={t('changeOf', { name: getDisplayName(user) })}
          onClick={() => selectUser(user.id)}
        >
          {t('change')}
        </button>
      ),
    },
  ]
  return (
    <>
      <PageHeader title={t('title')} count={data && t('count', { count: data.total })}>
        <ListSearch label={t('search')} state={state} />
      </PageHeader>
      <div className="admin-layout__filters" role="group" aria-label={t('filter')}>
        <FilterSelect
          label={t('column.role')}
          value={role ?? ''}
          allLabel={t('anyRole')}
          options={roles.map((option) => [option, tRole(option)])}
          onChange={(role) => state.set({ role })}
        />
        <FilterSelect
          label={t('status')}
          value={status ?? ''}
          allLabel={t('anyStatus')}
          options={statuses.map((option) => [option, t(option)])}
          onChange={(status) => state.set({ status })}
        />
      </div>
      <AdminTable
        label={t('title')}
        columns={columns}
        rows={data?.users}
        getKey={({ id }) => id}
        query={query}
        state={state}
        empty={<EmptyState icon="users" title={t('empty')} />}
        className="user-cards"
        rowProps={({ id }) => (id === selectedUser?.id ? { className: 'is-on' } : {})}
      />
      <OffsetPager state={state} pageSize={USERS_PAGE_SIZE} total={data?.total ?? 0} />
      {/* Below the table, whose rows would move it. */}
      {(data || query.isError) && <InvitationList />}
      {selectedUser && <UserDrawer key={selectedUser.id} user={selectedUser} onClose={() => selectUser('')} />}
    </>
  )
}

function UserName({ user }: { user: UserRow }) {
  const { email, phone } = user
  const name = getDisplayName(user)
  return (
    <>
      {name}
      {[email, phone].map((contact) => contact && contact !== name && <small key={contact}>{contact}</small>)}
    </>
  )
}
