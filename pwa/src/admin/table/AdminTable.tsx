import type { HTMLAttributes, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import type { PageState } from './page-state.ts'

export interface Column<Row> {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Also of its head. What a phone shows of a row, and where, is said by it in admin.css. */
  className?: string
  /** The name of its order on the wire; `-name` is the other way round. */
  sort?: string
  /** Its head is for screen readers. */
  quiet?: boolean
  /** What stands in the place of its head. */
  headCell?: ReactNode
}

interface Props<Row> {
  /** What the table is, for whoever does not see it. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while nothing was heard. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** As useAdminQuery answers. */
  found: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  state: PageState
  /** Stands in for the rows when there are none. */
  empty: ReactNode
  className?: string
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & { 'data-tone'?: string }
}

/** Grey rows while nothing was heard. */
const WAITING_ROWS = 8

/** A list of the panel: a table on a desk, cards on a phone. */
export function AdminTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, found, state, empty, className = '', rowProps } = props
  const t = useTranslations()
  const retry = () => void found.refetch()
  if (!rows && found.isError) return <LoadError onRetry={retry} />
  if (rows?.length === 0) return empty
  return (
    <>
      {found.isError && (
        <div className="adm__stale" role="alert">
          {t('admin.stale')}
          <button type="button" className="btn btn--line btn--sm" onClick={retry}>
            {t('action.retry')}
          </button>
        </div>
      )}
      <SortChoice columns={columns} state={state} />
      {!rows && <output className="vh">{t('loading')}</output>}
      <div className="adm__scroll">
        <table className={`table cards-sm ${className}`} aria-label={label} aria-busy={found.isFetching}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.key} column={column} state={state} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={keyOf(row)} {...rowProps?.(row)}>
                {columns.map(({ key, cell, className }) => (
                  <td key={key} className={className}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            )) ??
              Array.from({ length: WAITING_ROWS }, (_, place) => (
                <tr key={place} aria-hidden="true">
                  {columns.map(({ key, className }) => (
                    <td key={key} className={className}>
                      <span className="sk sk--line">…</span>
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Head<Row>({
  column: { head, className, sort, quiet, headCell },
  state,
}: {
  column: Column<Row>
  state: PageState
}) {
  if (!sort) {
    return (
      <th scope="col" className={className}>
        {headCell ?? (quiet ? <span className="vh">{head}</span> : head)}
      </th>
    )
  }
  const now = state.get('sort')
  const direction = now === sort ? 'ascending' : now === `-${sort}` ? 'descending' : undefined
  const next = { ascending: `-${sort}`, descending: '' }
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className="sorts" onClick={() => state.set({ sort: direction ? next[direction] : sort })}>
        {head}
        <Icon
          name={direction ? (direction === 'ascending' ? 'arrow-up' : 'arrow-down') : 'chevrons-up-down'}
          size="i--sm"
        />
      </button>
    </th>
  )
}

/** Cards have no heads: on a phone the order is chosen from a list. */
function SortChoice<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: PageState }) {
  const t = useTranslations()
  const sortable = columns.filter(({ sort }) => sort)
  if (sortable.length === 0) return null
  return (
    <label className="adm__sort mob-only">
      <span>{t('sort.label')}</span>
      <span className="select">
        <select
          className="input"
          value={state.get('sort')}
          onChange={({ target }) => state.set({ sort: target.value })}
        >
          <option value="">{t('sort.default')}</option>
          {sortable.flatMap(({ head, sort = '' }) => [
            <option key={sort} value={sort}>
              {head} ↑
            </option>,
            <option key={`-${sort}`} value={`-${sort}`}>
              {head} ↓
            </option>,
          ])}
        </select>
        <Icon name="chevron-down" />
      </span>
    </label>
  )
}
