import { pickTone } from '@tsedra/contract/tone'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon, type IconName } from '../../shared/ui/Icon.tsx'
import { PageHeader } from '../frame/PageHeader.tsx'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { FilterSelect } from '../table/FilterSelect.tsx'
import { ListSearch } from '../table/ListSearch.tsx'
import { OffsetPager } from '../table/Pager.tsx'
import { PAGE_SIZE, type useCatalogueList } from './use-catalogue-list.ts'

/** The dialog above the list, or the sortable list in its place. */
export type PageMode<Row> =
  | { kind: 'add' | 'order' }
  | { kind: 'edit' | 'duplicate'; id: string }
  | { kind: 'delete'; row: Row }

interface Props<Row> {
  section: 'products' | 'categories' | 'drinks'
  list: Pick<ReturnType<typeof useCatalogueList>, 'state' | 'status'>
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  rows: readonly Row[] | undefined
  total: number | undefined
  count: string | undefined
  columns: readonly Column<Row>[]
  emptyIcon: IconName
  mode: PageMode<Row> | undefined
  onModeChange: (mode: PageMode<Row>) => void
  /** Buttons beside the search. */
  tools?: ReactNode
  /** Filters before the status. */
  filters?: ReactNode
  /** Bar above the table; the rows can then be selected. */
  bulkBar?: ReactNode
  selectedIds?: ReadonlySet<string>
  /** Replaces the table while the mode is `order`. */
  sortableList: ReactNode
  /** Dialogs. */
  children: ReactNode
}

/** The page of products, categories or drinks: search, filters, table and pager. */
export function CataloguePage<Row extends { id: string; slug: string }>(props: Props<Row>) {
  const { section, list, query, rows, total, columns, bulkBar, selectedIds, mode } = props
  const t = useTranslations('admin')
  return (
    <>
      <PageHeader title={t(`${section}.title`)} count={props.count}>
        <ListSearch label={t(`${section}.search`)} state={list.state} />
        {props.tools}
        <button type="button" className="btn btn--primary" onClick={() => props.onModeChange({ kind: 'add' })}>
          <Icon name="plus" size="i--sm" />
          {t(`${section}.add`)}
        </button>
      </PageHeader>
      <Filters {...props} />
      {mode?.kind === 'order' ? (
        props.sortableList
      ) : (
        <>
          {bulkBar}
          <AdminTable
            label={t(`${section}.title`)}
            className={selectedIds ? 'has-check' : ''}
            columns={columns}
            rows={rows}
            getKey={({ id }) => id}
            query={query}
            state={list.state}
            empty={<EmptyState icon={props.emptyIcon} title={t(`${section}.empty`)} text={t(`${section}.emptyText`)} />}
            rowProps={({ id, slug }) => ({
              'data-tone': pickTone(slug),
              className: selectedIds?.has(id) ? 'is-on' : '',
            })}
          />
          <OffsetPager state={list.state} pageSize={PAGE_SIZE} total={total ?? 0} />
        </>
      )}
      {props.children}
    </>
  )
}

function Filters<Row>({ section, list: { state, status }, rows, filters, mode, onModeChange }: Props<Row>) {
  const t = useTranslations('admin')
  return (
    <div className="admin-layout__filters">
      {filters}
      <FilterSelect
        label={t(`${section}.status`)}
        value={status ?? ''}
        allLabel={t(`${section}.anyStatus`)}
        options={[
          ['active', t(`${section}.active`)],
          ['inactive', t(`${section}.inactive`)],
        ]}
        onChange={(selection) => state.set({ status: selection })}
      />
      {mode?.kind !== 'order' && (
        <button
          type="button"
          className="btn btn--line"
          disabled={!rows || rows.length < 2}
          onClick={() => onModeChange({ kind: 'order' })}
        >
          <Icon name="chevrons-up-down" size="i--sm" />
          {t(`${section}.reorder`)}
        </button>
      )}
    </div>
  )
}
