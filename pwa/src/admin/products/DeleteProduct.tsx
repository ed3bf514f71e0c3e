import type { deleteProduct, setProductsActive, StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { useTranslations } from 'use-intl'
import { catalogueChanged } from '../../catalogue/sync/changed-here.ts'
import { nameOf } from '../../catalogue/texts.ts'
import { call } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Confirm } from '../Confirm.tsx'
import { useAdminChange } from '../use-admin-change.ts'

/** Deleting cannot be undone: it names the product, and offers what can be. */
export function DeleteProduct({ row, onClose }: { row: StaffProductRow; onClose: () => void }) {
  const t = useTranslations('admin.products')
  const name = nameOf(row, useLanguage())
  const { busy, change } = useAdminChange(catalogueChanged)
  const { id, isActive } = row

  const remove = () => call<typeof deleteProduct>('DELETE /api/admin/products/:id', { params: { id } })
  const hide = () =>
    call<typeof setProductsActive>('POST /api/admin/products/status', { body: { ids: [id], isActive: false } })
  const run = (ask: () => Promise<unknown>, done: string) =>
    void change(ask, { done }).then((result) => 'answer' in result && onClose())

  return (
    <Confirm
      title={t('deleteTitle')}
      action={t('delete')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => run(remove, t('deleted'))}
      instead={isActive ? { label: t('hideInstead'), run: () => run(hide, t('changed')) } : undefined}
    >
      <p>
        <b>{name}</b>
      </p>
      <p className="muted">{t('deleteText')}</p>
    </Confirm>
  )
}
