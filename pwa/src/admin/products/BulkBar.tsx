import type { setProductsActive } from '@tsedra/contract/admin-catalogue'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { callApi } from '../../shared/api.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** Actions on all selected products. */
export function BulkBar({ ids, onClear }: { ids: string[]; onClear: () => void }) {
  const t = useTranslations('admin.products')
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)

  async function setActive(isActive: boolean): Promise<void> {
    const result = await mutate(
      () => callApi<typeof setProductsActive>('POST /api/admin/products/status', { body: { ids, isActive } }),
      { successMessage: t('changedMany', { count: ids.length }) },
    )
    if ('response' in result) onClear()
  }

  return (
    <div className="bulk" role="region" aria-label={t('bulk')} hidden={ids.length === 0}>
      <span role="status">{t('chosen', { count: ids.length })}</span>
      <button type="button" className="btn btn--line btn--sm" disabled={busy} onClick={() => void setActive(true)}>
        {t('activate')}
      </button>
      <button type="button" className="btn btn--line btn--sm" disabled={busy} onClick={() => void setActive(false)}>
        {t('deactivate')}
      </button>
      <button type="button" className="btn btn--quiet btn--sm" onClick={onClear}>
        {t('chooseNone')}
      </button>
    </div>
  )
}
