import type { changeDrink, createDrink, DrinkInput, getStaffDrink, StaffDrink } from '@tsedra/contract/admin-drinks'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { CatalogueForm } from '../form/CatalogueForm.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { drinkLayout, drinkResolver, drinkTexts, toDrinkFormValues } from './drink-form.ts'

const fetchDrink = ({ id }: StaffDrink) =>
  callApi<typeof getStaffDrink>('GET /api/admin/drinks/:id', { params: { id } })

const saveDrink = ({ drink, translations }: DrinkInput, existing: StaffDrink | undefined) =>
  existing
    ? callApi<typeof changeDrink>('PUT /api/admin/drinks/:id', {
        params: { id: existing.id },
        body: { drink: { ...drink, version: existing.version }, translations },
      })
    : callApi<typeof createDrink>('POST /api/admin/drinks', { body: { drink, translations } })

/** The form of a drink, or of a new one without `drink`. */
export function DrinkForm({ drink, onClose }: { drink: StaffDrink | undefined; onClose: () => void }) {
  const t = useTranslations('admin')
  const { form, submit, busy, conflictingPaths, draft } = useCatalogueForm({
    entity: drink,
    draftName: `drink.${drink?.id ?? 'new'}`,
    valuesKey: 'drink',
    toValues: toDrinkFormValues,
    resolver: drinkResolver,
    refetch: fetchDrink,
    save: saveDrink,
    successMessage: t(drink ? 'drinks.changed' : 'drinks.created'),
    onSaved: onClose,
  })
  return (
    <CatalogueForm
      entity="drink"
      title={t(drink ? 'drinks.edit' : 'drinks.add')}
      form={form}
      busy={busy}
      conflictingPaths={conflictingPaths}
      draft={draft}
      texts={drinkTexts}
      layout={drinkLayout}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
