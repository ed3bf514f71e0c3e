import type { deleteDrink, StaffDrink } from '@tsedra/contract/admin-drinks'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { ConfirmDelete } from '../catalogue/ConfirmDelete.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** Confirms the deletion of a drink, with the number of products that it is removed from. */
export function DeleteDrink({ drink, onClose }: { drink: StaffDrink; onClose: () => void }) {
  const t = useTranslations('admin.drinks')
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const { id, productsCount } = drink

  async function remove(): Promise<void> {
    const result = await mutate(() => callApi<typeof deleteDrink>('DELETE /api/admin/drinks/:id', { params: { id } }), {
      successMessage: t('deleted'),
    })
    if ('response' in result) onClose()
  }

  return (
    <ConfirmDelete
      section="drinks"
      name={getName(drink, useLanguage())}
      consequence={productsCount > 0 ? t('usedBy', { count: productsCount }) : undefined}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}
