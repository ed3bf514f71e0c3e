import type { addOrderNote } from '@tsedra/contract/admin-orders'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/network.ts'
import { call } from '../../shared/api.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { useAdminChange } from '../use-admin-change.ts'

/** Characters of a note, as the contract has them. */
const LONGEST = 2000

/** A note for colleagues. What is being typed stays while the drawer is closed, and when the shop does not answer. */
export function NoteForm({ id, drafts }: { id: string; drafts: Map<string, string> }) {
  const t = useTranslations('desk.note')
  const online = useOnline()
  const { busy, change } = useAdminChange()
  const [note, setNote] = useState(drafts.get(id) ?? '')

  const type = (text: string) => {
    drafts.set(id, text)
    setNote(text)
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const add = () =>
      call<typeof addOrderNote>('POST /api/admin/orders/:id/notes', { params: { id }, body: { note: note.trim() } })
    const outcome = await change(add, { done: t('added') })
    if ('answer' in outcome) type('')
  }
  return (
    <form className="notes" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('label')}
        hint={t('hint')}
        optional=""
        rows={2}
        maxLength={LONGEST}
        value={note}
        readOnly={busy}
        onChange={type}
      />
      <button type="submit" className="btn btn--line" disabled={!online || busy || note.trim() === ''} aria-busy={busy}>
        {busy && <span className="spin" aria-hidden="true" />}
        {t('add')}
      </button>
    </form>
  )
}
