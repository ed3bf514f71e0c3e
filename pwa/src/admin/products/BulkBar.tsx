import type { setProductsActive } from '@tsedra/contract/admin-catalogue'
import { useTranslations } from 'use-intl'
import { catalogueChanged } from '../../catalogue/sync/changed-here.ts'
import { call } from '../../shared/api.ts'
import { useAdminChange } from '../use-admin-change.ts'

/** What can be done with all that were ticked. */
export function BulkBar({ ids, onClear }: { ids: string[]; onClear: () => void }) {
  const t = useTranslations('admin.products')
  const { busy, change } = useAdminChange(catalogueChanged)

  async function setActive(isActive: boolean): Promise<void> {
    const result = await change(
      () => call<typeof setProductsActive>('POST /api/admin/products/status', { body: { ids, isActive } }),
      { done: t('changedMany', { count: ids.length }) },
    )
    if ('answer' in result) onClear()
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
