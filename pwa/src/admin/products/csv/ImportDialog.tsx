import type { importProducts } from '@tsedra/contract/product-table'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../../catalogue/sync/catalogue-changed.ts'
import { ApiError, callApi } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useAdminRequest } from '../../use-admin-request.ts'
import { useAdminMutation } from '../../use-admin-mutation.ts'
import { ImportPreview, type Outcome } from './ImportPreview.tsx'
import { readCsv } from './read-csv.ts'

const postImport = (body: { csv: string; plan?: string }) =>
  callApi<typeof importProducts>('POST /api/admin/products/import', { body })

/** Imports a CSV file: a dry run, then exactly the previewed plan (infra/decisions/0027-audit-log-and-edit-conflicts.md). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('admin.csv')
  const [table, setTable] = useState<{ name: string; csv: string }>()
  const [readError, setReadError] = useState<'tooLong' | 'unreadable'>()
  const [importResult, setImportResult] = useState<Outcome>()
  const { busy: isPreviewing, request } = useAdminRequest()
  const { busy: isApplying, mutate } = useAdminMutation(markCatalogueChanged)
  const busy = isPreviewing || isApplying
  const input = useRef<HTMLInputElement>(null)

  async function selectFile(file: File | undefined): Promise<void> {
    if (!file) return
    setImportResult(undefined)
    const csv = await readCsv(file).catch(() => null)
    if (typeof csv !== 'string') return setReadError(csv === null ? 'unreadable' : 'tooLong')
    setReadError(undefined)
    setTable({ name: file.name, csv })
    await preview(csv)
  }

  async function preview(csv: string): Promise<void> {
    const result = await request(() => postImport({ csv }))
    if ('response' in result) setImportResult(result.response)
  }

  async function apply(csv: string, plan: string): Promise<void> {
    const result = await mutate(() => postImport({ csv, plan }), {
      successMessage: t('applied'),
      errorMessages: { changed_meanwhile: t('changedMeanwhile') },
    })
    if ('response' in result) return onClose()
    // Shows the changed plan before it is applied.
    if (result.error instanceof ApiError && result.error.code === 'changed_meanwhile') await preview(csv)
  }

  const plan = importResult && importResult.created + importResult.changed > 0 ? importResult.plan : undefined
  return (
    <Dialog
      title={t('import')}
      className="dialog--wide"
      onClose={onClose}
      footer={
        <div className="dialog__actions">
          <span />
          <button type="button" className="btn btn--line" disabled={busy} onClick={() => input.current?.click()}>
            {t(table ? 'chooseOther' : 'choose')}
          </button>
          <button
            type="button"
            className="btn btn--primary"
            disabled={busy || !plan}
            aria-busy={busy}
            onClick={() => table && plan && void apply(table.csv, plan)}
          >
            {busy && <span className="spin" aria-hidden="true" />}
            {t('apply')}
          </button>
        </div>
      }
    >
      <p className="muted">{t('text')}</p>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t('choose')}
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ target }) => {
          void selectFile(target.files?.[0])
          target.value = ''
        }}
      />
      {readError && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {t(readError)}
        </p>
      )}
      {table && !readError && (
        <p role="status">{busy && !importResult ? t('looking', { name: table.name }) : table.name}</p>
      )}
      {importResult && <ImportPreview result={importResult} />}
    </Dialog>
  )
}
