import {
  categorySorts,
  type getStaffCategory,
  type listStaffCategories,
  type sortCategories,
  type StaffCategory,
} from '@tsedra/contract/admin-catalogue'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { catalogueChanged } from '../../catalogue/sync/changed-here.ts'
import { usePerson } from '../../session/person.ts'
import { nameOf } from '../../catalogue/texts.ts'
import { toneOf } from '@tsedra/contract/tone'
import { call } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Empty } from '../../shared/ui/Empty.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { WithThing } from '../form/WithThing.tsx'
import { Head } from '../frame/Head.tsx'
import { OrderList } from '../order/OrderList.tsx'
import { ActiveBadge } from '../table/ActiveBadge.tsx'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { Choice } from '../table/Choice.tsx'
import { OffsetPager } from '../table/Pager.tsx'
import { usePageState } from '../table/page-state.ts'
import { RowActions } from '../table/RowActions.tsx'
import { Search } from '../table/Search.tsx'
import { Thumb } from '../table/Thumb.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { CategoryForm } from './CategoryForm.tsx'
import { DeleteCategory } from './DeleteCategory.tsx'

const PAGE = 20
const ORDERED = 100

/** What lies over the list, or stands in its place. */
type Doing = { what: 'add' | 'order' } | { what: 'edit'; id: string } | { what: 'delete'; category: StaffCategory }

/** `/admin/categories`: all categories, as the address says. */
export function CategoriesPage() {
  const t = useTranslations('admin.categories')
  const language = useLanguage()
  const state = usePageState()
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const sort = categorySorts.find((each) => each === state.get('sort'))
  const status = (['active', 'inactive'] as const).find((each) => each === state.get('status'))
  const filter = { lang: language, search: state.get('search'), ...(status && { status }) }
  const found = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { ...filter, ...(sort && { sort }), limit: String(PAGE), offset: String((state.page - 1) * PAGE) },
  })
  const rows = found.data?.categories
  const columns = useColumns({
    onEdit: ({ id }) => setDoing({ what: 'edit', id }),
    onDelete: (category) => setDoing({ what: 'delete', category }),
  })
  return (
    <>
      <Head title={t('title')} count={found.data && String(found.data.total)}>
        <Search label={t('search')} state={state} />
        <button type="button" className="btn btn--primary" onClick={() => setDoing({ what: 'add' })}>
          <Icon name="plus" size="i--sm" />
          {t('add')}
        </button>
      </Head>
      <div className="adm__filters">
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
        <CategoryOrder filter={filter} onClose={stop} />
      ) : (
        <>
          <AdminTable
            label={t('title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            found={found}
            state={state}
            empty={<Empty icon="layout-grid" title={t('empty')} text={t('emptyText')} />}
            rowProps={({ slug }) => ({ 'data-tone': toneOf(slug) })}
          />
          <OffsetPager state={state} size={PAGE} total={found.data?.total ?? 0} />
        </>
      )}
      {doing?.what === 'add' && <CategoryForm category={undefined} onClose={stop} />}
      {doing?.what === 'edit' && <EditCategory id={doing.id} onClose={stop} />}
      {doing?.what === 'delete' && <DeleteCategory category={doing.category} onClose={stop} />}
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
  const isAdmin = usePerson()?.user.role === 'admin'
  return [
    { key: 'picture', head: t('picture'), className: 'c-img', cell: ({ imageUrl }) => <Thumb imageUrl={imageUrl} /> },
    {
      key: 'name',
      head: t('name'),
      className: 'main',
      sort: 'name',
      cell: (category) => nameOf(category, language),
    },
    { key: 'slug', head: t('slug'), className: 'c-price muted', cell: ({ slug }) => slug },
    {
      key: 'count',
      head: t('products'),
      className: 'r c-cat muted',
      cell: ({ productsCount }) => productsCount,
    },
    {
      key: 'status',
      head: t('status'),
      className: 'c-status',
      sort: 'status',
      cell: ({ isActive }) => <ActiveBadge isActive={isActive} yes={t('active')} no={t('inactive')} />,
    },
    {
      key: 'actions',
      head: t('actions'),
      className: 'r c-act',
      quiet: true,
      cell: (category) => (
        <RowActions
          name={nameOf(category, language)}
          onEdit={() => onEdit(category)}
          onDelete={isAdmin ? () => onDelete(category) : undefined}
        />
      ),
    },
  ]
}

function EditCategory({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('admin.categories')
  const found = useAdminQuery<typeof getStaffCategory>('GET /api/admin/categories/:id', { params: { id } })
  return (
    <WithThing title={t('edit')} found={found} onClose={onClose}>
      {(category) => <CategoryForm category={category} onClose={onClose} />}
    </WithThing>
  )
}

function CategoryOrder({ filter, onClose }: { filter: { lang: string }; onClose: () => void }) {
  const t = useTranslations()
  const language = useLanguage()
  const { busy, change } = useAdminChange(catalogueChanged)
  const found = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { ...filter, limit: String(ORDERED) },
  })
  if (found.isError) return <LoadError onRetry={() => void found.refetch()} />
  // What was heard before may be in another order by now.
  if (!found.data || !found.isFetchedAfterMount) return <output className="sk sk--control" aria-label={t('loading')} />
  return (
    <OrderList
      items={found.data.categories.map((category) => ({ ...category, name: nameOf(category, language) }))}
      busy={busy}
      onCancel={onClose}
      onSave={(ids) =>
        void change(() => call<typeof sortCategories>('PUT /api/admin/categories/order', { body: { ids } }), {
          done: t('admin.order.saved'),
        }).then((result) => 'answer' in result && onClose())
      }
    />
  )
}
