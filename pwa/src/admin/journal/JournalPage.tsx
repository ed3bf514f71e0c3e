import type { AuditLine, AuditNames, listAudit } from '@tsedra/contract/admin-audit'
import type { ReplyOf } from '@tsedra/contract/endpoint'
import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Empty } from '../../shared/ui/Empty.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { Head } from '../frame/Head.tsx'
import { formatShortMoment } from '../orders/format.ts'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { Choice } from '../table/Choice.tsx'
import { CursorPager } from '../table/CursorPager.tsx'
import { Days } from '../table/Days.tsx'
import { daysOf } from '../table/days.ts'
import { type PageState, usePageState } from '../table/page-state.ts'
import { allActions, knownAction } from './actions.ts'
import { Changes } from './Changes.tsx'
import { nameById } from './names.ts'
import './journal.css'

/** `/admin/journal`: who of the staff did what (infra/decisions/0027-staff-changes.md). What was only read is left out at first. */
export function JournalPage() {
  const t = useTranslations('desk.journal')
  const language = useLanguage()
  const state = usePageState()
  const found = useAdminQuery<typeof listAudit>('GET /api/admin/audit', { query: wanted(state) })
  const { data } = found
  const names = data?.names

  const columns: Column<AuditLine>[] = [
    {
      key: 'date',
      head: t('column.date'),
      className: 'muted c-date',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortMoment(createdAt, language)}</time>,
    },
    { key: 'who', head: t('column.who'), className: 'main c-who', cell: (line) => <Who line={line} state={state} /> },
    {
      key: 'what',
      head: t('column.what'),
      className: 'c-what',
      cell: (line) => <What line={line} names={names} state={state} />,
    },
  ]
  return (
    <>
      <Head title={t('title')} />
      <Filters state={state} page={data} />
      <AdminTable
        label={t('title')}
        columns={columns}
        rows={data?.lines}
        keyOf={({ id }) => String(id)}
        found={found}
        state={state}
        empty={<Empty icon="history" title={t('empty')} />}
        className="jou-sm"
      />
      <CursorPager
        state={state}
        next={data?.next === undefined || data.next === null ? data?.next : String(data.next)}
        text={t('shown', { count: data?.lines.length ?? 0 })}
      />
    </>
  )
}

/** What the address asks for: `what` is an action, `reads` or `all`; left out, what was changed. */
function wanted(state: PageState) {
  const [what, person, thing, page] = ['what', 'person', 'thing', 'page'].map(state.get)
  const action = knownAction(what ?? '')
  return {
    ...daysOf(state),
    ...(action && { action }),
    ...(what === 'reads' && { only: 'reads' as const }),
    ...(what === '' && !thing && { only: 'changes' as const }),
    ...(person && /^[\da-f-]{36}$/.test(person) && { userId: person }),
    ...(thing && /^[\w-]{1,100}$/.test(thing) && { thingId: thing }),
    ...(page && /^\d{1,9}$/.test(page) && { before: page }),
  }
}

function Filters({ state, page }: { state: PageState; page: ReplyOf<typeof listAudit> | undefined }) {
  const t = useTranslations('desk.journal')
  const language = useLanguage()
  // Whoever is no staff any more is known from the lines.
  const people = new Map(page?.lines.map(({ userId, userName }) => [userId ?? '', userName ?? t('gone')]))
  for (const { id, name } of page?.staff ?? []) people.set(id, name)
  people.delete('')
  const chosen = state.get('person')
  if (chosen && !people.has(chosen)) people.set(chosen, t('gone'))
  return (
    <div className="adm__filters" role="group" aria-label={t('filter')}>
      <Choice
        label={t('column.who')}
        value={chosen}
        all={t('anybody')}
        choices={[...people]}
        onChoose={(person) => state.set({ person })}
      />
      <Choice
        label={t('column.what')}
        value={state.get('what')}
        all={t('changes')}
        choices={[
          ['reads', t('reads')],
          ['all', t('all')],
          ...allActions.map((action) => [action, t(`action.${action}`)] as const),
        ]}
        onChoose={(what) => state.set({ what })}
      />
      <Days state={state} />
      {state.get('thing') && (
        <button type="button" className="btn btn--line" onClick={() => state.set({ thing: '' })}>
          <Icon name="x" size="i--sm" />
          {t('ofThing', { id: nameById(page?.names, state.get('thing'), language) ?? orderNumber(state.get('thing')) })}
        </button>
      )}
    </div>
  )
}

function Who({ line: { userId, userName, actor }, state }: { line: AuditLine; state: PageState }) {
  const t = useTranslations('desk.journal')
  const role = (['admin', 'editor', 'user', 'telegram', 'command'] as const).find((each) => each === actor)
  const as = role ? t(`actor.${role}`) : actor
  if (!userId) return as
  return (
    <>
      <button type="button" className="linklike" onClick={() => state.set({ person: userId })}>
        {userName ?? t('gone')}
      </button>
      <small>{as}</small>
    </>
  )
}

interface WhatProps {
  line: AuditLine
  names: AuditNames | undefined
  state: PageState
}

function What({ line, names, state }: WhatProps) {
  const t = useTranslations('desk.journal')
  const language = useLanguage()
  const { action, thingId } = line
  const thing = thingId && (nameById(names, thingId, language) ?? orderNumber(thingId))
  const known = knownAction(action)
  return (
    <>
      <p className="did">
        <b>{known ? t(`action.${known}`) : action}</b>
        {thingId && (
          <button
            type="button"
            className="linklike muted"
            aria-label={t('allOf', { id: thing ?? '' })}
            onClick={() => state.set({ thing: thingId })}
          >
            {thing}
          </button>
        )}
        {thingId && action.startsWith('order.') && (
          <Link className="linklike" to={`/admin/orders?order=${thingId}`}>
            {t('open')}
          </Link>
        )}
      </p>
      <Changes line={line} names={names} />
    </>
  )
}
