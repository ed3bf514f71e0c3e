import type { exportProducts } from '@tsedra/contract/product-table'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { downloadTable } from '../../download-table.ts'
import { useAdminAsk } from '../../use-admin-ask.ts'
import { ImportDialog } from './ImportDialog.tsx'

/** The catalogue into a spreadsheet, and back. */
export function CsvButtons() {
  const t = useTranslations('admin.csv')
  const { busy, ask } = useAdminAsk()
  const [importing, setImporting] = useState(false)
  const save = () => ask(() => downloadTable<typeof exportProducts>('GET /api/admin/products.csv'))

  return (
    <>
      <button type="button" className="btn btn--line" disabled={busy} aria-busy={busy} onClick={() => void save()}>
        <Icon name="download" size="i--sm" />
        {t('export')}
      </button>
      <button type="button" className="btn btn--line" onClick={() => setImporting(true)}>
        <Icon name="upload" size="i--sm" />
        {t('import')}
      </button>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
