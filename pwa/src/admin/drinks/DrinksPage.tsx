import {
  type getStaffDrink,
  type listStaffDrinks,
  type sortDrinks,
  type StaffDrink,
  staffDrinkSorts,
} from '@tsedra/contract/admin-drinks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { CataloguePage, type PageMode } from '../catalogue/CataloguePage.tsx'
import { SortCatalogue } from '../catalogue/SortCatalogue.tsx'
import { useCatalogueList } from '../catalogue/use-catalogue-list.ts'
import { useEntityColumns } from '../catalogue/use-entity-columns.tsx'
import { FormLoader } from '../form/FormLoader.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { DeleteDrink } from './DeleteDrink.tsx'
import { DrinkForm } from './DrinkForm.tsx'
import { useAllDrinks } from '../form/use-all-drinks.ts'

/** `/admin/drinks`: the drinks that products go with (infra/decisions/0041-drinks-and-synonyms.md). */
export function DrinksPage() {
  const list = useCatalogueList(staffDrinkSorts)
  const [mode, setMode] = useState<PageMode<StaffDrink>>()
  const closeMode = () => setMode(undefined)
  const query = useAdminQuery<typeof listStaffDrinks>('GET /api/admin/drinks', {
    query: { ...list.filter, ...list.page },
  })
  const columns = useEntityColumns<StaffDrink>({
    section: 'drinks',
    onEdit: ({ id }) => setMode({ kind: 'edit', id }),
    onDelete: (row) => setMode({ kind: 'delete', row }),
    renderDetail: ({ translations }, language) => translations.find((text) => text.language === language)?.reason,
  })
  return (
    <CataloguePage
      section="drinks"
      list={list}
      query={query}
      rows={query.data?.drinks}
      total={query.data?.total}
      count={query.data && String(query.data.total)}
      columns={columns}
      emptyIcon="glass"
      mode={mode}
      onModeChange={setMode}
      sortableList={<SortAllDrinks onClose={closeMode} />}
    >
      {mode?.kind === 'add' && <DrinkForm drink={undefined} onClose={closeMode} />}
      {mode?.kind === 'edit' && <EditDrink id={mode.id} onClose={closeMode} />}
      {mode?.kind === 'delete' && <DeleteDrink drink={mode.row} onClose={closeMode} />}
    </CataloguePage>
  )
}

function EditDrink({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('admin.drinks')
  const query = useAdminQuery<typeof getStaffDrink>('GET /api/admin/drinks/:id', { params: { id } })
  return (
    <FormLoader title={t('edit')} query={query} onClose={onClose}>
      {(drink) => <DrinkForm drink={drink} onClose={onClose} />}
    </FormLoader>
  )
}

const saveOrder = (ids: string[]) => callApi<typeof sortDrinks>('PUT /api/admin/drinks/order', { body: { ids } })

function SortAllDrinks({ onClose }: { onClose: () => void }) {
  const query = useAllDrinks()
  return <SortCatalogue rows={query.data} query={query} save={saveOrder} onClose={onClose} />
}
