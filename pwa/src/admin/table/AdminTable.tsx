import type { HTMLAttributes, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import type { PageState } from './use-page-state.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Also of the header cell. admin.css places cells on phones by it. */
  className?: string
  /** Sort key on the wire; `-name` is descending. */
  sort?: string
  /** Shows the header to screen readers only. */
  isHeaderHidden?: boolean
  /** Replaces the header. */
  headerCell?: ReactNode
}

interface Props<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  getKey: (row: Row) => string
  /** Result of `useAdminQuery`. */
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  state: PageState
  /** Replaces the table when there are no rows. */
  empty: ReactNode
  className?: string
  /** False when the page has a choice of the sort order on phones itself. */
  hasSortSelect?: boolean
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & { 'data-tone'?: string }
}

/** Number of skeleton rows while loading. */
const SKELETON_ROWS = 8

/** A list of the admin area: a table, on a phone cards. */
export function AdminTable<Row>(props: Props<Row>) {
  const { label, columns, rows, getKey, query, state, empty, className = '', hasSortSelect = true, rowProps } = props
  const t = useTranslations()
  const retry = () => void query.refetch()
  if (!rows && query.isError) return <LoadError onRetry={retry} />
  if (rows?.length === 0) return empty
  return (
    <>
      {query.isError && (
        <div className="admin-layout__stale" role="alert">
          {t('admin.stale')}
          <button type="button" className="btn btn--line btn--sm" onClick={retry}>
            {t('action.retry')}
          </button>
        </div>
      )}
      {hasSortSelect && <SortSelect columns={columns} state={state} />}
      {!rows && <output className="visually-hidden">{t('loading')}</output>}
      <div className="admin-layout__scroll">
        <table className={`table cards-on-mobile ${className}`} aria-label={label} aria-busy={query.isFetching}>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} state={state} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={getKey(row)} {...rowProps?.(row)}>
                {columns.map(({ key, cell, className }) => (
                  <td key={key} className={className}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            )) ??
              Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <tr key={index} aria-hidden="true">
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

function HeaderCell<Row>({
  column: { header, className, sort, isHeaderHidden, headerCell },
  state,
}: {
  column: Column<Row>
  state: PageState
}) {
  if (!sort) {
    return (
      <th scope="col" className={className}>
        {headerCell ?? (isHeaderHidden ? <span className="visually-hidden">{header}</span> : header)}
      </th>
    )
  }
  const currentSort = state.get('sort')
  const direction = currentSort === sort ? 'ascending' : currentSort === `-${sort}` ? 'descending' : undefined
  const nextSort = { ascending: `-${sort}`, descending: '' }
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        className="sort-button"
        onClick={() => state.set({ sort: direction ? nextSort[direction] : sort })}
      >
        {header}
        <Icon
          name={direction ? (direction === 'ascending' ? 'arrow-up' : 'arrow-down') : 'chevrons-up-down'}
          size="i--sm"
        />
      </button>
    </th>
  )
}

/** Selects the sort order on phones, where cards have no headers. */
function SortSelect<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: PageState }) {
  const t = useTranslations()
  const sortable = columns.filter(({ sort }) => sort)
  if (sortable.length === 0) return null
  return (
    <label className="admin-layout__sort mobile-only">
      <span>{t('sort.label')}</span>
      <span className="select">
        <select
          className="input"
          value={state.get('sort')}
          onChange={({ target }) => state.set({ sort: target.value })}
        >
          <option value="">{t('sort.default')}</option>
          {sortable.flatMap(({ header, sort = '' }) => [
            <option key={sort} value={sort}>
              {header} ↑
            </option>,
            <option key={`-${sort}`} value={`-${sort}`}>
              {header} ↓
            </option>,
          ])}
        </select>
        <Icon name="chevron-down" />
      </span>
    </label>
  )
}
