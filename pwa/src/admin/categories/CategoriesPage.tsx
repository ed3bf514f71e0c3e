import {
  staffCategorySorts,
  type getStaffCategory,
  type listStaffCategories,
  type sortCategories,
  type StaffCategory,
} from '@tsedra/contract/admin-catalogue'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { CataloguePage, type PageMode } from '../catalogue/CataloguePage.tsx'
import { SortCatalogue } from '../catalogue/SortCatalogue.tsx'
import { useCatalogueList } from '../catalogue/use-catalogue-list.ts'
import { useEntityColumns } from '../catalogue/use-entity-columns.tsx'
import { FormLoader } from '../form/FormLoader.tsx'
import type { Column } from '../table/AdminTable.tsx'
import { Thumbnail } from '../table/Thumbnail.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { CategoryForm } from './CategoryForm.tsx'
import { DeleteCategory } from './DeleteCategory.tsx'

/** Maximum page size of the API; a shop has fewer categories. */
const SORTABLE_LIMIT = 100

/** `/admin/categories`: all categories, filtered by the address. */
export function CategoriesPage() {
  const t = useTranslations('admin.categories')
  const list = useCatalogueList(staffCategorySorts)
  const [mode, setMode] = useState<PageMode<StaffCategory>>()
  const closeMode = () => setMode(undefined)
  const query = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { ...list.filter, ...list.page },
  })
  const entityColumns = useEntityColumns<StaffCategory>({
    section: 'categories',
    onEdit: ({ id }) => setMode({ kind: 'edit', id }),
    onDelete: (row) => setMode({ kind: 'delete', row }),
  })
  const pictureColumn: Column<StaffCategory> = {
    key: 'picture',
    header: t('picture'),
    className: 'cell-picture',
    cell: ({ imageUrl }) => <Thumbnail imageUrl={imageUrl} />,
  }
  return (
    <CataloguePage
      section="categories"
      list={list}
      query={query}
      rows={query.data?.categories}
      total={query.data?.total}
      count={query.data && String(query.data.total)}
      columns={[pictureColumn, ...entityColumns]}
      emptyIcon="layout-grid"
      mode={mode}
      onModeChange={setMode}
      sortableList={<SortCategories filter={list.filter} onClose={closeMode} />}
    >
      {mode?.kind === 'add' && <CategoryForm category={undefined} onClose={closeMode} />}
      {mode?.kind === 'edit' && <EditCategory id={mode.id} onClose={closeMode} />}
      {mode?.kind === 'delete' && <DeleteCategory category={mode.row} onClose={closeMode} />}
    </CataloguePage>
  )
}

function EditCategory({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('admin.categories')
  const query = useAdminQuery<typeof getStaffCategory>('GET /api/admin/categories/:id', { params: { id } })
  return (
    <FormLoader title={t('edit')} query={query} onClose={onClose}>
      {(category) => <CategoryForm category={category} onClose={onClose} />}
    </FormLoader>
  )
}

const saveOrder = (ids: string[]) =>
  callApi<typeof sortCategories>('PUT /api/admin/categories/order', { body: { ids } })

function SortCategories({ filter, onClose }: { filter: { lang: string }; onClose: () => void }) {
  const query = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { ...filter, limit: String(SORTABLE_LIMIT) },
  })
  return <SortCatalogue rows={query.data?.categories} query={query} save={saveOrder} onClose={onClose} />
}
