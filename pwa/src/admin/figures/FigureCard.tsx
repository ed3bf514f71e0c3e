import { type exportFigures, type FigureTable } from '@tsedra/contract/admin-figures'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useOnline } from '../../shared/use-online.ts'
import { downloadCsv } from '../download-csv.ts'
import { useAdminRequest } from '../use-admin-request.ts'
import type { PagePeriod } from './figure-period.ts'

/** A row of the table: the label, then a cell for each further column. */
export interface FigureRow {
  key: string
  cells: readonly string[]
}

interface Props {
  table: FigureTable
  period: PagePeriod
  isTable: boolean
  /** Result of `useAdminQuery`. */
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  columns: readonly string[]
  /** Undefined while loading. */
  rows: readonly FigureRow[] | undefined
  isEmpty: boolean
  /** Explains what is counted. */
  hint?: string | undefined
  /** Beside the title. */
  tools?: ReactNode
  /** The charts; a table with the same numbers replaces them. */
  children: ReactNode
}

/** One figure: its charts or its table, and its export. */
export function FigureCard(props: Props) {
  const { table, period, query, rows, isEmpty, isTable, hint, tools, children } = props
  const t = useTranslations('admin.figures')
  return (
    <section className="figure-card" aria-label={t(`titleOf.${table}`)} aria-busy={query.isFetching}>
      <div className="figure-card__head">
        <h2 className="serif t-1">{t(`titleOf.${table}`)}</h2>
        {tools}
        <ExportFigure table={table} period={period} />
      </div>
      {hint && <p className="muted sm">{hint}</p>}
      {query.isError && !rows && <LoadError onRetry={() => void query.refetch()} />}
      {query.isError && rows && <p role="alert">{t('stale')}</p>}
      {!query.isError && !rows && <output className="sk figure-card__loading" aria-label={t('loading')} />}
      {rows && isEmpty && <p className="muted figure-card__empty">{t(`empty.${table}`)}</p>}
      {rows && !isEmpty && (isTable ? <DataTable {...props} rows={rows} /> : children)}
    </section>
  )
}

function DataTable({ table, columns, rows }: Pick<Props, 'table' | 'columns'> & { rows: readonly FigureRow[] }) {
  const t = useTranslations('admin.figures')
  const [labelColumn, ...valueColumns] = columns
  return (
    // A scrollable region needs the keyboard focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="figure-card__table" tabIndex={0} role="group" aria-label={t(`titleOf.${table}`)}>
      <table className="table" aria-label={t(`titleOf.${table}`)}>
        <thead>
          <tr>
            <th scope="col">{labelColumn}</th>
            {valueColumns.map((column) => (
              <th key={column} scope="col" className="r">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [label, ...values] }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={valueColumns[index]} className="r">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ExportFigure({ table, period: { from, to, step, isValid } }: Pick<Props, 'table' | 'period'>) {
  const t = useTranslations('admin.figures')
  const lang = useLanguage()
  const isOnline = useOnline()
  const { busy, request } = useAdminRequest()
  const download = () =>
    downloadCsv<typeof exportFigures>('GET /api/admin/figures.csv', { query: { table, from, to, step, lang } })
  return (
    <button
      type="button"
      className="btn btn--line btn--sm"
      aria-label={t('exportOf', { title: t(`titleOf.${table}`) })}
      disabled={!isOnline || !isValid || busy}
      onClick={() => void request(download, { successMessage: t('exported') })}
    >
      <Icon name="download" size="i--sm" />
      CSV
    </button>
  )
}
