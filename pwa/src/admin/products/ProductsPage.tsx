import {
  type getStaffProduct,
  type listStaffCategories,
  type listStaffProducts,
  type StaffProduct,
  type StaffProductRow,
  staffProductSorts,
} from '@tsedra/contract/admin-catalogue'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { CataloguePage, type PageMode } from '../catalogue/CataloguePage.tsx'
import { useCatalogueList } from '../catalogue/use-catalogue-list.ts'
import { FormLoader } from '../form/FormLoader.tsx'
import { FilterSelect } from '../table/FilterSelect.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { BulkBar } from './BulkBar.tsx'
import { CsvButtons } from './csv/CsvButtons.tsx'
import { DeleteProduct } from './DeleteProduct.tsx'
import { ProductForm } from './ProductForm.tsx'
import { SortProducts } from './SortProducts.tsx'
import { useProductColumns } from './use-product-columns.tsx'

/** `/admin/products`: all products, filtered by the address. */
export function ProductsPage() {
  const t = useTranslations('admin.products')
  const list = useCatalogueList(staffProductSorts)
  const [mode, setMode] = useState<PageMode<StaffProductRow>>()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const closeMode = () => setMode(undefined)

  const categoryId = list.state.get('category')
  const filter = { ...list.filter, ...(categoryId && { categoryId }) }
  const query = useAdminQuery<typeof listStaffProducts>('GET /api/admin/products', {
    query: { ...filter, ...list.page },
  })
  const rows = query.data?.products
  const columns = useProductColumns({
    rows: rows ?? [],
    selectedIds: selection,
    onSelectionChange: setSelection,
    onEdit: ({ id }) => setMode({ kind: 'edit', id }),
    onDuplicate: ({ id }) => setMode({ kind: 'duplicate', id }),
    onDelete: (row) => setMode({ kind: 'delete', row }),
  })
  // Selected rows of other pages are not changed.
  const selectedOnPage = rows?.filter(({ id }) => selection.has(id)) ?? []

  return (
    <CataloguePage
      section="products"
      list={list}
      query={query}
      rows={rows}
      total={query.data?.total}
      count={query.data && t('count', { count: query.data.total })}
      columns={columns}
      emptyIcon="tag"
      mode={mode}
      onModeChange={setMode}
      tools={<CsvButtons />}
      filters={<CategoryFilter value={categoryId} onChange={(category) => list.state.set({ category })} />}
      bulkBar={<BulkBar rows={selectedOnPage} onClear={() => setSelection(new Set())} />}
      selectedIds={selection}
      sortableList={<SortProducts filter={filter} onClose={closeMode} />}
    >
      {mode?.kind === 'add' && <ProductForm product={undefined} onClose={closeMode} />}
      {mode?.kind === 'edit' && (
        <ProductLoader id={mode.id} title={t('edit')} onClose={closeMode}>
          {(product) => <ProductForm product={product} onClose={closeMode} />}
        </ProductLoader>
      )}
      {mode?.kind === 'duplicate' && (
        <ProductLoader id={mode.id} title={t('duplicate')} onClose={closeMode}>
          {(original) => <ProductForm product={undefined} original={original} onClose={closeMode} />}
        </ProductLoader>
      )}
      {mode?.kind === 'delete' && <DeleteProduct row={mode.row} onClose={closeMode} />}
    </CataloguePage>
  )
}

function CategoryFilter({ value, onChange }: { value: string; onChange: (categoryId: string) => void }) {
  const t = useTranslations('admin.products')
  const language = useLanguage()
  const { data } = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { lang: language, limit: '100' },
  })
  return (
    <FilterSelect
      label={t('category')}
      value={value}
      allLabel={t('allCategories')}
      options={(data?.categories ?? []).map((category) => [category.id, getName(category, language)])}
      onChange={onChange}
    />
  )
}

interface ProductLoaderProps extends Omit<ComponentProps<typeof FormLoader<StaffProduct>>, 'query'> {
  id: string
}

function ProductLoader({ id, ...props }: ProductLoaderProps) {
  const query = useAdminQuery<typeof getStaffProduct>('GET /api/admin/products/:id', { params: { id } })
  return <FormLoader query={query} {...props} />
}
