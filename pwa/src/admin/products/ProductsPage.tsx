import {
  type getStaffProduct,
  type listStaffCategories,
  type listStaffProducts,
  type sortProducts,
  type StaffProductRow,
  staffProductSorts,
} from '@tsedra/contract/admin-catalogue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { ADMIN_QUERY_KEY, fetchAdmin, useAdminQuery } from '../use-admin-query.ts'
import { FormLoader } from '../form/FormLoader.tsx'
import { PageHeader } from '../frame/PageHeader.tsx'
import { SortableList } from '../order/SortableList.tsx'
import { AdminTable } from '../table/AdminTable.tsx'
import { FilterSelect } from '../table/FilterSelect.tsx'
import { OffsetPager } from '../table/Pager.tsx'
import { usePageState } from '../table/use-page-state.ts'
import { ListSearch } from '../table/ListSearch.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { BulkBar } from './BulkBar.tsx'
import { CsvButtons } from './csv/CsvButtons.tsx'
import { DeleteProduct } from './DeleteProduct.tsx'
import { ProductForm } from './ProductForm.tsx'
import { useProductColumns } from './use-product-columns.tsx'

const PAGE_SIZE = 20
/** Products in one answer, at most. */
const MAX_PAGE_SIZE = 100

/** What lies over the list, or stands in its place. */
type PageMode =
  | { kind: 'add' }
  | { kind: 'edit'; id: string }
  | { kind: 'delete'; row: StaffProductRow }
  | { kind: 'order' }

/** `/admin/products`: all products, as the address says. */
export function ProductsPage() {
  const t = useTranslations('admin.products')
  const language = useLanguage()
  const state = usePageState()
  const [mode, setMode] = useState<PageMode>()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const closeMode = () => setMode(undefined)

  const sort = staffProductSorts.find((option) => option === state.get('sort'))
  const status = (['active', 'inactive'] as const).find((option) => option === state.get('status'))
  const categoryId = state.get('category')
  const filter = {
    lang: language,
    search: state.get('search'),
    ...(status && { status }),
    ...(categoryId && { categoryId }),
  }
  const query = useAdminQuery<typeof listStaffProducts>('GET /api/admin/products', {
    query: { ...filter, ...(sort && { sort }), limit: String(PAGE_SIZE), offset: String((state.page - 1) * PAGE_SIZE) },
  })
  const categories = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { lang: language, limit: '100' },
  })
  const rows = query.data?.products
  const columns = useProductColumns({
    rows: rows ?? [],
    selectedIds: selection,
    onSelectionChange: setSelection,
    onEdit: ({ id }) => setMode({ kind: 'edit', id }),
    onDelete: (row) => setMode({ kind: 'delete', row }),
  })
  // What is not on the screen is not changed with the rest.
  const selectedOnPage = rows?.filter(({ id }) => selection.has(id)).map(({ id }) => id) ?? []

  return (
    <>
      <PageHeader title={t('title')} count={query.data && t('count', { count: query.data.total })}>
        <ListSearch label={t('search')} state={state} />
        <CsvButtons />
        <button type="button" className="btn btn--primary" onClick={() => setMode({ kind: 'add' })}>
          <Icon name="plus" size="i--sm" />
          {t('add')}
        </button>
      </PageHeader>
      <div className="adm__filters">
        <FilterSelect
          label={t('category')}
          value={categoryId}
          allLabel={t('allCategories')}
          options={(categories.data?.categories ?? []).map((option) => [option.id, getName(option, language)])}
          onChange={(category) => state.set({ category })}
        />
        <FilterSelect
          label={t('status')}
          value={status ?? ''}
          allLabel={t('anyStatus')}
          options={[
            ['active', t('active')],
            ['inactive', t('inactive')],
          ]}
          onChange={(selection) => state.set({ status: selection })}
        />
        {mode?.kind !== 'order' && (
          <button
            type="button"
            className="btn btn--line"
            disabled={!rows || rows.length < 2}
            onClick={() => setMode({ kind: 'order' })}
          >
            <Icon name="chevrons-up-down" size="i--sm" />
            {t('reorder')}
          </button>
        )}
      </div>
      {mode?.kind === 'order' ? (
        <SortProducts filter={filter} onClose={closeMode} />
      ) : (
        <>
          <BulkBar ids={selectedOnPage} onClear={() => setSelection(new Set())} />
          <AdminTable
            label={t('title')}
            className="has-check"
            columns={columns}
            rows={rows}
            getKey={({ id }) => id}
            query={query}
            state={state}
            empty={<EmptyState icon="tag" title={t('empty')} text={t('emptyText')} />}
            rowProps={({ id, slug }) => ({ 'data-tone': pickTone(slug), className: selection.has(id) ? 'is-on' : '' })}
          />
          <OffsetPager state={state} pageSize={PAGE_SIZE} total={query.data?.total ?? 0} />
        </>
      )}
      {mode?.kind === 'add' && <ProductForm product={undefined} onClose={closeMode} />}
      {mode?.kind === 'edit' && <EditProduct id={mode.id} onClose={closeMode} />}
      {mode?.kind === 'delete' && <DeleteProduct row={mode.row} onClose={closeMode} />}
    </>
  )
}

function EditProduct({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('admin.products')
  const query = useAdminQuery<typeof getStaffProduct>('GET /api/admin/products/:id', { params: { id } })
  return (
    <FormLoader title={t('edit')} query={query} onClose={onClose}>
      {(product) => <ProductForm product={product} onClose={onClose} />}
    </FormLoader>
  )
}

function SortProducts({ filter, onClose }: { filter: { lang: string }; onClose: () => void }) {
  const t = useTranslations()
  const language = useLanguage()
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const query = useQuery({
    queryKey: [ADMIN_QUERY_KEY, 'order', filter],
    queryFn: ({ signal }) => fetchAllProducts(filter, signal),
    staleTime: 0,
  })
  if (query.isError) return <LoadError onRetry={() => void query.refetch()} />
  // What was heard before may be in another order by now.
  if (!query.data || !query.isFetchedAfterMount) return <output className="sk sk--control" aria-label={t('loading')} />
  return (
    <SortableList
      items={query.data.map((row) => ({ ...row, name: getName(row, language) }))}
      busy={busy}
      onCancel={onClose}
      onSave={(ids) =>
        void mutate(() => callApi<typeof sortProducts>('PUT /api/admin/products/order', { body: { ids } }), {
          successMessage: t('admin.order.saved'),
        }).then((result) => 'response' in result && onClose())
      }
    />
  )
}

/** What is put in order is seen as a whole, however many answers that takes; one that moved meanwhile is there once. */
async function fetchAllProducts(filter: { lang: string }, signal: AbortSignal): Promise<StaffProductRow[]> {
  const rows = new Map<string, StaffProductRow>()
  for (let offset = 0; ; offset += MAX_PAGE_SIZE) {
    const query = { ...filter, limit: String(MAX_PAGE_SIZE), offset: String(offset) }
    const { products, total } = await fetchAdmin<typeof listStaffProducts>('GET /api/admin/products', { query }, signal)
    for (const row of products) rows.set(row.id, row)
    if (offset + MAX_PAGE_SIZE >= total) return [...rows.values()]
  }
}
