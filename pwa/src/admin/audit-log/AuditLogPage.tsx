import type { AuditLine, AuditNames, listAudit } from '@tsedra/contract/admin-audit'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { PageHeader } from '../frame/PageHeader.tsx'
import { formatShortKyivDateTime } from '../orders/format-order.ts'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { FilterSelect } from '../table/FilterSelect.tsx'
import { CursorPager } from '../table/CursorPager.tsx'
import { DayRangeFilter } from '../table/DayRangeFilter.tsx'
import { parseDayRange } from '../table/parse-days.ts'
import { type PageState, usePageState } from '../table/use-page-state.ts'
import { auditActionNames, parseAuditAction } from './audit-actions.ts'
import { ChangeList } from './ChangeList.tsx'
import { findName } from './find-name.ts'
import './audit-log.css'

/** `/admin/journal`: the audit log (infra/decisions/0027-audit-log-and-edit-conflicts.md), at first without reads. */
export function AuditLogPage() {
  const t = useTranslations('desk.journal')
  const language = useLanguage()
  const state = usePageState()
  const query = useAdminQuery<typeof listAudit>('GET /api/admin/audit', { query: toAuditQuery(state) })
  const { data } = query
  const names = data?.names

  const columns: Column<AuditLine>[] = [
    {
      key: 'date',
      header: t('column.date'),
      className: 'muted cell-date',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortKyivDateTime(createdAt, language)}</time>,
    },
    {
      key: 'who',
      header: t('column.who'),
      className: 'main cell-actor',
      cell: (line) => <ActorCell line={line} state={state} />,
    },
    {
      key: 'what',
      header: t('column.what'),
      className: 'cell-action',
      cell: (line) => <ActionCell line={line} names={names} state={state} />,
    },
  ]
  return (
    <>
      <PageHeader title={t('title')} />
      <Filters state={state} page={data} />
      <AdminTable
        label={t('title')}
        columns={columns}
        rows={data?.lines}
        getKey={({ id }) => String(id)}
        query={query}
        state={state}
        empty={<EmptyState icon="history" title={t('empty')} />}
        className="audit-log-cards"
      />
      <CursorPager
        state={state}
        next={data?.next === undefined || data.next === null ? data?.next : String(data.next)}
        summary={t('shown', { count: data?.lines.length ?? 0 })}
      />
    </>
  )
}

/** Returns the query of the address: `what` is an action, `reads` or `all`; changes when it is omitted. */
function toAuditQuery(state: PageState) {
  const [actionFilter, userId, entityId, page] = ['what', 'person', 'thing', 'page'].map(state.get)
  const action = parseAuditAction(actionFilter ?? '')
  return {
    ...parseDayRange(state),
    ...(action && { action }),
    ...(actionFilter === 'reads' && { only: 'reads' as const }),
    ...(actionFilter === '' && !entityId && { only: 'changes' as const }),
    ...(userId && /^[\da-f-]{36}$/.test(userId) && { userId }),
    ...(entityId && /^[\w-]{1,100}$/.test(entityId) && { thingId: entityId }),
    ...(page && /^\d{1,9}$/.test(page) && { before: page }),
  }
}

function Filters({ state, page }: { state: PageState; page: ResponseOf<typeof listAudit> | undefined }) {
  const t = useTranslations('desk.journal')
  const language = useLanguage()
  // Names of former staff come from the entries.
  const staffNames = new Map(page?.lines.map(({ userId, userName }) => [userId ?? '', userName ?? t('gone')]))
  for (const { id, name } of page?.staff ?? []) staffNames.set(id, name)
  staffNames.delete('')
  const selectedUserId = state.get('person')
  if (selectedUserId && !staffNames.has(selectedUserId)) staffNames.set(selectedUserId, t('gone'))
  return (
    <div className="admin-layout__filters" role="group" aria-label={t('filter')}>
      <FilterSelect
        label={t('column.who')}
        value={selectedUserId}
        allLabel={t('anybody')}
        options={[...staffNames]}
        onChange={(value) => state.set({ person: value })}
      />
      <FilterSelect
        label={t('column.what')}
        value={state.get('what')}
        allLabel={t('changes')}
        options={[
          ['reads', t('reads')],
          ['all', t('all')],
          ...auditActionNames.map((action) => [action, t(`action.${action}`)] as const),
        ]}
        onChange={(value) => state.set({ what: value })}
      />
      <DayRangeFilter state={state} />
      {state.get('thing') && (
        <button type="button" className="btn btn--line" onClick={() => state.set({ thing: '' })}>
          <Icon name="x" size="i--sm" />
          {t('ofThing', { id: findName(page?.names, state.get('thing'), language) ?? orderNumber(state.get('thing')) })}
        </button>
      )}
    </div>
  )
}

function ActorCell({ line: { userId, userName, actor }, state }: { line: AuditLine; state: PageState }) {
  const t = useTranslations('desk.journal')
  const role = (['admin', 'editor', 'user', 'telegram', 'command'] as const).find((candidate) => candidate === actor)
  const actorLabel = role ? t(`actor.${role}`) : actor
  if (!userId) return actorLabel
  return (
    <>
      <button type="button" className="linklike" onClick={() => state.set({ person: userId })}>
        {userName ?? t('gone')}
      </button>
      <small>{actorLabel}</small>
    </>
  )
}

interface ActionCellProps {
  line: AuditLine
  names: AuditNames | undefined
  state: PageState
}

function ActionCell({ line, names, state }: ActionCellProps) {
  const t = useTranslations('desk.journal')
  const language = useLanguage()
  const { action, thingId } = line
  const entityName = thingId && (findName(names, thingId, language) ?? orderNumber(thingId))
  const parsedAction = parseAuditAction(action)
  return (
    <>
      <p className="audit-action">
        <b>{parsedAction ? t(`action.${parsedAction}`) : action}</b>
        {thingId && (
          <button
            type="button"
            className="linklike muted"
            aria-label={t('allOf', { id: entityName ?? '' })}
            onClick={() => state.set({ thing: thingId })}
          >
            {entityName}
          </button>
        )}
        {thingId && action.startsWith('order.') && (
          <Link className="linklike" to={`/admin/orders?order=${thingId}`}>
            {t('open')}
          </Link>
        )}
      </p>
      <ChangeList line={line} names={names} />
    </>
  )
}
