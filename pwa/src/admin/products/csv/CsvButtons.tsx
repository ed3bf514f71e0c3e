import type { exportProducts } from '@tsedra/contract/product-table'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { downloadCsv } from '../../download-csv.ts'
import { useAdminRequest } from '../../use-admin-request.ts'
import { ImportDialog } from './ImportDialog.tsx'

/** Exports the catalogue as CSV and opens the import. */
export function CsvButtons() {
  const t = useTranslations('admin.csv')
  const { busy, request } = useAdminRequest()
  const [isImporting, setIsImporting] = useState(false)
  const exportCsv = () => request(() => downloadCsv<typeof exportProducts>('GET /api/admin/products.csv'))

  return (
    <>
      <button type="button" className="btn btn--line" disabled={busy} aria-busy={busy} onClick={() => void exportCsv()}>
        <Icon name="download" size="i--sm" />
        {t('export')}
      </button>
      <button type="button" className="btn btn--line" onClick={() => setIsImporting(true)}>
        <Icon name="upload" size="i--sm" />
        {t('import')}
      </button>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  )
}
