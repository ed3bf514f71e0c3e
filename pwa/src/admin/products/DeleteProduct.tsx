import type { deleteProduct, setProductsActive, StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { ConfirmDelete } from '../catalogue/ConfirmDelete.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** Confirms the deletion of a product by name; hiding it is offered as an alternative that can be undone. */
export function DeleteProduct({ row, onClose }: { row: StaffProductRow; onClose: () => void }) {
  const t = useTranslations('admin.products')
  const name = getName(row, useLanguage())
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const { id, isActive } = row

  const remove = () => callApi<typeof deleteProduct>('DELETE /api/admin/products/:id', { params: { id } })
  const hide = () =>
    callApi<typeof setProductsActive>('POST /api/admin/products/status', { body: { ids: [id], isActive: false } })
  const runMutation = (request: () => Promise<unknown>, successMessage: string) =>
    void mutate(request, { successMessage }).then((result) => 'response' in result && onClose())

  return (
    <ConfirmDelete
      section="products"
      name={name}
      busy={busy}
      onClose={onClose}
      onConfirm={() => runMutation(remove, t('deleted'))}
      alternative={isActive ? { label: t('hideInstead'), onClick: () => runMutation(hide, t('changed')) } : undefined}
    />
  )
}
