import type { deleteCategory, getStaffCategory, StaffCategory } from '@tsedra/contract/admin-catalogue'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { catalogueChanged } from '../../catalogue/sync/changed-here.ts'
import { nameOf } from '../../catalogue/texts.ts'
import { ApiRefusal, call } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Confirm } from '../Confirm.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { useAdminChange } from '../use-admin-change.ts'

/** A category with products cannot go; the shop says how many are in the way, whatever the list says. */
export function DeleteCategory({ category, onClose }: { category: StaffCategory; onClose: () => void }) {
  const t = useTranslations('admin.categories')
  const name = nameOf(category, useLanguage())
  const { busy, change } = useAdminChange(catalogueChanged)
  const { data } = useAdminQuery<typeof getStaffCategory>(
    'GET /api/admin/categories/:id',
    { params: { id: category.id } },
    { enabled: category.productsCount > 0 },
  )
  const [refused, setRefused] = useState<number>()
  const inTheWay = refused ?? (data ?? category).productsCount

  async function remove(): Promise<void> {
    const { id } = category
    const result = await change(
      () => call<typeof deleteCategory>('DELETE /api/admin/categories/:id', { params: { id } }),
      { done: t('deleted'), own: { category_in_use: null } },
    )
    if ('answer' in result) return onClose()
    const { error } = result
    if (error instanceof ApiRefusal && error.code === 'category_in_use') {
      setRefused(Number(error.details['productsCount']))
    }
  }

  if (inTheWay > 0) {
    return (
      <Dialog title={t('deleteTitle')} onClose={onClose}>
        <p>
          <b>{name}</b>
        </p>
        <p role="alert">{t('inUse', { count: inTheWay })}</p>
      </Dialog>
    )
  }
  return (
    <Confirm
      title={t('deleteTitle')}
      action={t('delete')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>
        <b>{name}</b>
      </p>
      <p className="muted">{t('deleteText')}</p>
    </Confirm>
  )
}
