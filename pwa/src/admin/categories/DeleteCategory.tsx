import type { deleteCategory, getStaffCategory, StaffCategory } from '@tsedra/contract/admin-catalogue'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { ApiError, callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { ConfirmDelete } from '../catalogue/ConfirmDelete.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** Deletes a category without products; otherwise shows how many products the server counts in it. */
export function DeleteCategory({ category, onClose }: { category: StaffCategory; onClose: () => void }) {
  const t = useTranslations('admin.categories')
  const name = getName(category, useLanguage())
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const { data } = useAdminQuery<typeof getStaffCategory>(
    'GET /api/admin/categories/:id',
    { params: { id: category.id } },
    { enabled: category.productsCount > 0 },
  )
  const [rejectedCount, setRejectedCount] = useState<number>()
  const blockingProducts = rejectedCount ?? (data ?? category).productsCount

  async function remove(): Promise<void> {
    const { id } = category
    const result = await mutate(
      () => callApi<typeof deleteCategory>('DELETE /api/admin/categories/:id', { params: { id } }),
      { successMessage: t('deleted'), errorMessages: { category_in_use: null } },
    )
    if ('response' in result) return onClose()
    const { error } = result
    if (error instanceof ApiError && error.code === 'category_in_use') {
      setRejectedCount(Number(error.details['productsCount']))
    }
  }

  if (blockingProducts > 0) {
    return (
      <Dialog title={t('deleteTitle')} onClose={onClose}>
        <p>
          <b>{name}</b>
        </p>
        <p role="alert">{t('inUse', { count: blockingProducts })}</p>
      </Dialog>
    )
  }
  return (
    <ConfirmDelete section="categories" name={name} busy={busy} onClose={onClose} onConfirm={() => void remove()} />
  )
}
