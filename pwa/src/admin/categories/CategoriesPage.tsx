import {
  staffCategorySorts,
  type getStaffCategory,
  type listStaffCategories,
  type sortCategories,
  type StaffCategory,
} from '@tsedra/contract/admin-catalogue'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { getName } from '../../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { FormLoader } from '../form/FormLoader.tsx'
import { PageHeader } from '../frame/PageHeader.tsx'
import { SortableList } from '../order/SortableList.tsx'
import { ActiveBadge } from '../table/ActiveBadge.tsx'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { FilterSelect } from '../table/FilterSelect.tsx'
import { OffsetPager } from '../table/Pager.tsx'
import { usePageState } from '../table/use-page-state.ts'
import { RowActions } from '../table/RowActions.tsx'
import { ListSearch } from '../table/ListSearch.tsx'
import { Thumbnail } from '../table/Thumbnail.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { CategoryForm } from './CategoryForm.tsx'
import { DeleteCategory } from './DeleteCategory.tsx'

const PAGE_SIZE = 20
const SORTABLE_LIMIT = 100

/** What lies over the list, or stands in its place. */
type PageMode = { kind: 'add' | 'order' } | { kind: 'edit'; id: string } | { kind: 'delete'; category: StaffCategory }

/** `/admin/categories`: all categories, as the address says. */
export function CategoriesPage() {
  const t = useTranslations('admin.categories')
  const language = useLanguage()
  const state = usePageState()
  const [mode, setMode] = useState<PageMode>()
  const closeMode = () => setMode(undefined)
  const sort = staffCategorySorts.find((option) => option === state.get('sort'))
  const status = (['active', 'inactive'] as const).find((option) => option === state.get('status'))
  const filter = { lang: language, search: state.get('search'), ...(status && { status }) }
  const query = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { ...filter, ...(sort && { sort }), limit: String(PAGE_SIZE), offset: String((state.page - 1) * PAGE_SIZE) },
  })
  const rows = query.data?.categories
  const columns = useColumns({
    onEdit: ({ id }) => setMode({ kind: 'edit', id }),
    onDelete: (category) => setMode({ kind: 'delete', category }),
  })
  return (
    <>
      <PageHeader title={t('title')} count={query.data && String(query.data.total)}>
        <ListSearch label={t('search')} state={state} />
        <button type="button" className="btn btn--primary" onClick={() => setMode({ kind: 'add' })}>
          <Icon name="plus" size="i--sm" />
          {t('add')}
        </button>
      </PageHeader>
      <div className="adm__filters">
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
        <SortCategories filter={filter} onClose={closeMode} />
      ) : (
        <>
          <AdminTable
            label={t('title')}
            columns={columns}
            rows={rows}
            getKey={({ id }) => id}
            query={query}
            state={state}
            empty={<EmptyState icon="layout-grid" title={t('empty')} text={t('emptyText')} />}
            rowProps={({ slug }) => ({ 'data-tone': pickTone(slug) })}
          />
          <OffsetPager state={state} pageSize={PAGE_SIZE} total={query.data?.total ?? 0} />
        </>
      )}
      {mode?.kind === 'add' && <CategoryForm category={undefined} onClose={closeMode} />}
      {mode?.kind === 'edit' && <EditCategory id={mode.id} onClose={closeMode} />}
      {mode?.kind === 'delete' && <DeleteCategory category={mode.category} onClose={closeMode} />}
    </>
  )
}

/** What the table shows; only admins delete (specification, section 6). */
function useColumns({
  onEdit,
  onDelete,
}: Record<'onEdit' | 'onDelete', (category: StaffCategory) => void>): Column<StaffCategory>[] {
  const t = useTranslations('admin.categories')
  const language = useLanguage()
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  return [
    {
      key: 'picture',
      header: t('picture'),
      className: 'cell-picture',
      cell: ({ imageUrl }) => <Thumbnail imageUrl={imageUrl} />,
    },
    {
      key: 'name',
      header: t('name'),
      className: 'main',
      sort: 'name',
      cell: (category) => getName(category, language),
    },
    { key: 'slug', header: t('slug'), className: 'cell-price muted', cell: ({ slug }) => slug },
    {
      key: 'count',
      header: t('products'),
      className: 'r cell-category muted',
      cell: ({ productsCount }) => productsCount,
    },
    {
      key: 'status',
      header: t('status'),
      className: 'cell-status',
      sort: 'status',
      cell: ({ isActive }) => (
        <ActiveBadge isActive={isActive} activeLabel={t('active')} inactiveLabel={t('inactive')} />
      ),
    },
    {
      key: 'actions',
      header: t('actions'),
      className: 'r cell-actions',
      isHeaderHidden: true,
      cell: (category) => (
        <RowActions
          name={getName(category, language)}
          onEdit={() => onEdit(category)}
          onDelete={isAdmin ? () => onDelete(category) : undefined}
        />
      ),
    },
  ]
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

function SortCategories({ filter, onClose }: { filter: { lang: string }; onClose: () => void }) {
  const t = useTranslations()
  const language = useLanguage()
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const query = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { ...filter, limit: String(SORTABLE_LIMIT) },
  })
  if (query.isError) return <LoadError onRetry={() => void query.refetch()} />
  // What was heard before may be in another order by now.
  if (!query.data || !query.isFetchedAfterMount) return <output className="sk sk--control" aria-label={t('loading')} />
  return (
    <SortableList
      items={query.data.categories.map((category) => ({ ...category, name: getName(category, language) }))}
      busy={busy}
      onCancel={onClose}
      onSave={(ids) =>
        void mutate(() => callApi<typeof sortCategories>('PUT /api/admin/categories/order', { body: { ids } }), {
          successMessage: t('admin.order.saved'),
        }).then((result) => 'response' in result && onClose())
      }
    />
  )
}
