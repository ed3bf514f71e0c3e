import type { importProducts } from '@tsedra/contract/product-table'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { catalogueChanged } from '../../../catalogue/sync/changed-here.ts'
import { ApiRefusal, call } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useAdminAsk } from '../../use-admin-ask.ts'
import { useAdminChange } from '../../use-admin-change.ts'
import { ImportPreview, type Outcome } from './ImportPreview.tsx'
import { readTable } from './read-table.ts'

const send = (body: { csv: string; plan?: string }) =>
  call<typeof importProducts>('POST /api/admin/products/import', { body })

/** A table is looked through first, then done as it was shown (infra/decisions/0027-staff-changes.md). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('admin.csv')
  const [table, setTable] = useState<{ name: string; csv: string }>()
  const [wrong, setWrong] = useState<'tooLong' | 'unreadable'>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { busy: looking, ask } = useAdminAsk()
  const { busy: applying, change } = useAdminChange(catalogueChanged)
  const busy = looking || applying
  const input = useRef<HTMLInputElement>(null)

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    setOutcome(undefined)
    const csv = await readTable(file).catch(() => null)
    if (typeof csv !== 'string') return setWrong(csv === null ? 'unreadable' : 'tooLong')
    setWrong(undefined)
    setTable({ name: file.name, csv })
    await look(csv)
  }

  async function look(csv: string): Promise<void> {
    const result = await ask(() => send({ csv }))
    if ('answer' in result) setOutcome(result.answer)
  }

  async function apply(csv: string, plan: string): Promise<void> {
    const result = await change(() => send({ csv, plan }), {
      done: t('applied'),
      own: { changed_meanwhile: t('changedMeanwhile') },
    })
    if ('answer' in result) return onClose()
    // What it would do now is shown before it is done.
    if (result.error instanceof ApiRefusal && result.error.code === 'changed_meanwhile') await look(csv)
  }

  const plan = outcome && outcome.created + outcome.changed > 0 ? outcome.plan : undefined
  return (
    <Dialog
      title={t('import')}
      className="dialog--wide"
      onClose={onClose}
      foot={
        <div className="dialog__acts">
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
        className="vh"
        type="file"
        tabIndex={-1}
        aria-label={t('choose')}
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
      {wrong && (
        <p className="field__err" role="alert">
          <Icon name="circle-alert" />
          {t(wrong)}
        </p>
      )}
      {table && !wrong && <p role="status">{busy && !outcome ? t('looking', { name: table.name }) : table.name}</p>}
      {outcome && <ImportPreview outcome={outcome} />}
    </Dialog>
  )
}
