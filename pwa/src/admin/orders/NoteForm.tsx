import type { addOrderNote } from '@tsedra/contract/admin-orders'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { callApi } from '../../shared/api.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** Maximum length of the contract, in characters. */
const MAX_NOTE_LENGTH = 2000

/** An internal note. Drafts survive closing the drawer and failed requests. */
export function NoteForm({ id, drafts }: { id: string; drafts: Map<string, string> }) {
  const t = useTranslations('desk.note')
  const isOnline = useOnline()
  const { busy, mutate } = useAdminMutation()
  const [note, setNote] = useState(drafts.get(id) ?? '')

  const updateNote = (text: string) => {
    drafts.set(id, text)
    setNote(text)
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const add = () =>
      callApi<typeof addOrderNote>('POST /api/admin/orders/:id/notes', { params: { id }, body: { note: note.trim() } })
    const result = await mutate(add, { successMessage: t('added') })
    if ('response' in result) updateNote('')
  }
  return (
    <form className="notes" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('label')}
        hint={t('hint')}
        optionalLabel=""
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        readOnly={busy}
        onChange={updateNote}
      />
      <button
        type="submit"
        className="btn btn--line"
        disabled={!isOnline || busy || note.trim() === ''}
        aria-busy={busy}
      >
        {busy && <span className="spin" aria-hidden="true" />}
        {t('add')}
      </button>
    </form>
  )
}
