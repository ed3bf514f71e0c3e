import { useEffect, useRef } from 'react'
import type { OutboxDatabase } from '../outbox/database.ts'
import type { Draft } from '../outbox/draft.ts'
import { readDraft, readPerson, saveDraft } from '../outbox/drafts.ts'
import { withStorage } from '../outbox/storage.ts'
import { recall, remember } from '../shared/remembered.ts'
import { randomUuid } from '../shared/uuid.ts'
import { justSaved } from './just-saved.ts'
import { wasSaid } from './said-sent.ts'

/** Within how long what was typed is written down. */
const WITHIN_MS = 300

export interface OpenedDraft {
  draft: Draft
  /** Something typed earlier is in it. */
  restored: boolean
  /** Name and phone are kept on this device. */
  remembered: boolean
}

const unsaved = (draftId: string) => `unsaved.${draftId}`

/**
 * Where nothing can be kept a request may have arrived all the same, its answer lost: whoever opens the form again sends it
 * under the same id.
 *
 * @param orderId undefined once it is known what became of it
 */
export const rememberUnsaved = (draftId: string, orderId: string | undefined): void =>
  remember(unsaved(draftId), orderId)

/** Whether a request that this phone does not keep may have arrived under this id. */
export const isUnsaved = (draftId: string, orderId: string): boolean => recall(unsaved(draftId)) === orderId

/** Who orders, as far as it is known without asking. */
interface Orderer {
  name: string
  phone: string
}

/**
 * The form as it was left, or a new one. The order's id is born here: whoever taps send twice sends one order.
 *
 * @param signedIn fills a new form in, unless this device remembers somebody
 */
export async function openDraft(
  db: OutboxDatabase,
  id: string,
  now: number,
  signedIn: Orderer | undefined,
): Promise<OpenedDraft> {
  const read = () => Promise.all([readDraft(db, id), readPerson(db)])
  const [left, person] = await withStorage(db, read, { limitMs: 1_500 }).catch(() => [undefined, undefined] as const)
  if (left) return { draft: left, restored: true, remembered: person !== undefined }
  const { name, phone } = person ?? signedIn ?? { name: '', phone: '' }
  const fields = { name, phone, comment: '', packageSize: null, quantity: 1 }
  const draft = { id, orderId: recall(unsaved(id)) ?? randomUuid(), openedAt: now, savedAt: now, fields }
  return { draft, restored: false, remembered: person !== undefined }
}

/**
 * Writes down what is typed: soon, also while the typing goes on, and at once when the page may go away. `undefined`: nothing
 * typed yet.
 *
 * @returns what puts off the next writing until something else is typed: an order keeps the same words, and would wait for it
 */
export function useKeptDraft(db: OutboxDatabase, draft: Draft | undefined): () => void {
  const latest = useRef(draft)
  const next = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    latest.current = draft
    if (!draft) return
    next.current ??= setTimeout(() => {
      next.current = undefined
      if (latest.current) keep(db, latest.current)
    }, WITHIN_MS)
  }, [db, draft])

  useEffect(() => {
    const keepNow = () => {
      if (latest.current) keep(db, latest.current)
    }
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keepNow()
    }
    addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', onHidden)
      putOff()
      keepNow()
    }
  }, [db])

  return putOff

  function putOff(): void {
    clearTimeout(next.current)
    next.current = undefined
  }
}

/** A draft that cannot be kept stays in the form; what matters is said when it is sent. */
function keep(db: OutboxDatabase, draft: Draft): void {
  if (wasSaid(draft.orderId) || justSaved(draft.orderId)) return
  void saveDraft(db, { ...draft, savedAt: Date.now() }).catch(() => {})
}
