import {
  type getStaffProduct,
  type listStaffCategories,
  type listStaffProducts,
  type sortProducts,
  type StaffProductRow,
  staffSorts,
} from '@tsedra/contract/admin-catalogue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { catalogueChanged } from '../../catalogue/sync/changed-here.ts'
import { nameOf } from '../../catalogue/texts.ts'
import { toneOf } from '@tsedra/contract/tone'
import { call } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Empty } from '../../shared/ui/Empty.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { ADMIN, ask, useAdminQuery } from '../admin-query.ts'
import { WithThing } from '../form/WithThing.tsx'
import { Head } from '../frame/Head.tsx'
import { OrderList } from '../order/OrderList.tsx'
import { AdminTable } from '../table/AdminTable.tsx'
import { Choice } from '../table/Choice.tsx'
import { OffsetPager } from '../table/Pager.tsx'
import { usePageState } from '../table/page-state.ts'
import { Search } from '../table/Search.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { BulkBar } from './BulkBar.tsx'
import { CsvButtons } from './csv/CsvButtons.tsx'
import { DeleteProduct } from './DeleteProduct.tsx'
import { ProductForm } from './ProductForm.tsx'
import { useProductColumns } from './use-product-columns.tsx'

const PAGE = 20
/** Products in one answer, at most. */
const MOST = 100

/** What lies over the list, or stands in its place. */
type Doing =
  | { what: 'add' }
  | { what: 'edit'; id: string }
  | { what: 'delete'; row: StaffProductRow }
  | { what: 'order' }

/** `/admin/products`: all products, as the address says. */
export function ProductsPage() {
  const t = useTranslations('admin.products')
  const language = useLanguage()
  const state = usePageState()
  const [doing, setDoing] = useState<Doing>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const stop = () => setDoing(undefined)

  const sort = staffSorts.find((each) => each === state.get('sort'))
  const status = (['active', 'inactive'] as const).find((each) => each === state.get('status'))
  const categoryId = state.get('category')
  const filter = {
    lang: language,
    search: state.get('search'),
    ...(status && { status }),
    ...(categoryId && { categoryId }),
  }
  const found = useAdminQuery<typeof listStaffProducts>('GET /api/admin/products', {
    query: { ...filter, ...(sort && { sort }), limit: String(PAGE), offset: String((state.page - 1) * PAGE) },
  })
  const categories = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { lang: language, limit: '100' },
  })
  const rows = found.data?.products
  const columns = useProductColumns({
    rows: rows ?? [],
    chosen,
    onChoose: setChosen,
    onEdit: ({ id }) => setDoing({ what: 'edit', id }),
    onDelete: (row) => setDoing({ what: 'delete', row }),
  })
  // What is not on the screen is not changed with the rest.
  const chosenHere = rows?.filter(({ id }) => chosen.has(id)).map(({ id }) => id) ?? []

  return (
    <>
      <Head title={t('title')} count={found.data && t('count', { count: found.data.total })}>
        <Search label={t('search')} state={state} />
        <CsvButtons />
        <button type="button" className="btn btn--primary" onClick={() => setDoing({ what: 'add' })}>
          <Icon name="plus" size="i--sm" />
          {t('add')}
        </button>
      </Head>
      <div className="adm__filters">
        <Choice
          label={t('category')}
          value={categoryId}
          all={t('allCategories')}
          choices={(categories.data?.categories ?? []).map((each) => [each.id, nameOf(each, language)])}
          onChoose={(category) => state.set({ category })}
        />
        <Choice
          label={t('status')}
          value={status ?? ''}
          all={t('anyStatus')}
          choices={[
            ['active', t('active')],
            ['inactive', t('inactive')],
          ]}
          onChoose={(chosen) => state.set({ status: chosen })}
        />
        {doing?.what !== 'order' && (
          <button
            type="button"
            className="btn btn--line"
            disabled={!rows || rows.length < 2}
            onClick={() => setDoing({ what: 'order' })}
          >
            <Icon name="chevrons-up-down" size="i--sm" />
            {t('reorder')}
          </button>
        )}
      </div>
      {doing?.what === 'order' ? (
        <ProductOrder filter={filter} onClose={stop} />
      ) : (
        <>
          <BulkBar ids={chosenHere} onClear={() => setChosen(new Set())} />
          <AdminTable
            label={t('title')}
            className="has-check"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            found={found}
            state={state}
            empty={<Empty icon="tag" title={t('empty')} text={t('emptyText')} />}
            rowProps={({ id, slug }) => ({ 'data-tone': toneOf(slug), className: chosen.has(id) ? 'is-on' : '' })}
          />
          <OffsetPager state={state} size={PAGE} total={found.data?.total ?? 0} />
        </>
      )}
      {doing?.what === 'add' && <ProductForm product={undefined} onClose={stop} />}
      {doing?.what === 'edit' && <EditProduct id={doing.id} onClose={stop} />}
      {doing?.what === 'delete' && <DeleteProduct row={doing.row} onClose={stop} />}
    </>
  )
}

function EditProduct({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('admin.products')
  const found = useAdminQuery<typeof getStaffProduct>('GET /api/admin/products/:id', { params: { id } })
  return (
    <WithThing title={t('edit')} found={found} onClose={onClose}>
      {(product) => <ProductForm product={product} onClose={onClose} />}
    </WithThing>
  )
}

function ProductOrder({ filter, onClose }: { filter: { lang: string }; onClose: () => void }) {
  const t = useTranslations()
  const language = useLanguage()
  const { busy, change } = useAdminChange(catalogueChanged)
  const found = useQuery({
    queryKey: [ADMIN, 'order', filter],
    queryFn: ({ signal }) => everyProduct(filter, signal),
    staleTime: 0,
  })
  if (found.isError) return <LoadError onRetry={() => void found.refetch()} />
  // What was heard before may be in another order by now.
  if (!found.data || !found.isFetchedAfterMount) return <output className="sk sk--control" aria-label={t('loading')} />
  return (
    <OrderList
      items={found.data.map((row) => ({ ...row, name: nameOf(row, language) }))}
      busy={busy}
      onCancel={onClose}
      onSave={(ids) =>
        void change(() => call<typeof sortProducts>('PUT /api/admin/products/order', { body: { ids } }), {
          done: t('admin.order.saved'),
        }).then((result) => 'answer' in result && onClose())
      }
    />
  )
}

/** What is put in order is seen as a whole, however many answers that takes; one that moved meanwhile is there once. */
async function everyProduct(filter: { lang: string }, signal: AbortSignal): Promise<StaffProductRow[]> {
  const rows = new Map<string, StaffProductRow>()
  for (let offset = 0; ; offset += MOST) {
    const query = { ...filter, limit: String(MOST), offset: String(offset) }
    const { products, total } = await ask<typeof listStaffProducts>('GET /api/admin/products', { query }, signal)
    for (const row of products) rows.set(row.id, row)
    if (offset + MOST >= total) return [...rows.values()]
  }
}
