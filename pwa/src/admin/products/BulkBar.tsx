import type { setProductsActive, StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { callApi } from '../../shared/api.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { BulkPriceDialog } from './BulkPriceDialog.tsx'

/** Actions on all selected products. */
export function BulkBar({ rows, onClear }: { rows: readonly StaffProductRow[]; onClear: () => void }) {
  const t = useTranslations('admin.products')
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const [isChangingPrices, setIsChangingPrices] = useState(false)
  const ids = rows.map(({ id }) => id)

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
      <button type="button" className="btn btn--line btn--sm" disabled={busy} onClick={() => setIsChangingPrices(true)}>
        {t('prices.open')}
      </button>
      <button type="button" className="btn btn--quiet btn--sm" onClick={onClear}>
        {t('chooseNone')}
      </button>
      {isChangingPrices && (
        <BulkPriceDialog
          rows={rows}
          onSaved={() => {
            setIsChangingPrices(false)
            onClear()
          }}
          onClose={() => setIsChangingPrices(false)}
        />
      )}
    </div>
  )
}
