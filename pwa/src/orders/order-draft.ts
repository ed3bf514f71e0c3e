import { useEffect, useRef } from 'react'
import type { OutboxDatabase } from '../outbox/database.ts'
import type { Draft } from '../outbox/draft.ts'
import type { PageOutbox } from '../outbox/page-outbox.ts'
import { readDraft, readContact, saveDraft } from '../outbox/drafts.ts'
import { withStorage } from '../outbox/storage.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { randomUuid } from '../shared/random-uuid.ts'

/** Within how long what was typed is written down. */
const AUTOSAVE_DELAY_MS = 300

export interface OpenedDraft {
  draft: Draft
  /** Something typed earlier is in it. */
  isRestored: boolean
  /** Name and phone are kept on this device. */
  isContactStored: boolean
}

const unsavedKeyOf = (draftId: string) => `unsaved.${draftId}`

/**
 * Where nothing can be kept a request may have arrived all the same, its answer lost: whoever opens the form again sends it
 * under the same id.
 *
 * @param orderId undefined once it is known what became of it
 */
export const storeUnsavedOrderId = (draftId: string, orderId: string | undefined): void =>
  writeLocal(unsavedKeyOf(draftId), orderId)

/** Whether a request that this phone does not keep may have arrived under this id. */
export const isUnsavedOrderId = (draftId: string, orderId: string): boolean =>
  readLocal(unsavedKeyOf(draftId)) === orderId

/** Who orders, as far as it is known without asking. */
interface Contact {
  name: string
  phone: string
}

/**
 * The form as it was left, or a new one. The order's id is born here: whoever taps send twice sends one order.
 *
 * @param signedInContact fills a new form in, unless this device remembers somebody
 */
export async function openDraft(
  db: OutboxDatabase,
  id: string,
  now: number,
  signedInContact: Contact | undefined,
): Promise<OpenedDraft> {
  const read = () => Promise.all([readDraft(db, id), readContact(db)])
  const [storedDraft, contact] = await withStorage(db, read, { timeoutMs: 1_500 }).catch(
    () => [undefined, undefined] as const,
  )
  if (storedDraft) return { draft: storedDraft, isRestored: true, isContactStored: contact !== undefined }
  const { name, phone } = contact ?? signedInContact ?? { name: '', phone: '' }
  const fields = { name, phone, comment: '', packageSize: null, quantity: 1 }
  const draft = { id, orderId: readLocal(unsavedKeyOf(id)) ?? randomUuid(), openedAt: now, savedAt: now, fields }
  return { draft, isRestored: false, isContactStored: contact !== undefined }
}

/**
 * Writes down what is typed: soon, also while the typing goes on, and at once when the page may go away. `undefined`: nothing
 * typed yet.
 *
 * @returns what puts off the next writing until something else is typed: an order keeps the same words, and would wait for it
 */
export function useDraftAutosave(outbox: PageOutbox, draft: Draft | undefined): () => void {
  const latest = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    latest.current = draft
    if (!draft) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      if (latest.current) autosave(outbox, latest.current)
    }, AUTOSAVE_DELAY_MS)
  }, [outbox, draft])

  useEffect(() => {
    const saveNow = () => {
      if (latest.current) autosave(outbox, latest.current)
    }
    const onHidden = () => {
      if (document.visibilityState === 'hidden') saveNow()
    }
    addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', onHidden)
      cancelScheduledSave()
      saveNow()
    }
  }, [outbox])

  return cancelScheduledSave

  function cancelScheduledSave(): void {
    clearTimeout(timer.current)
    timer.current = undefined
  }
}

/** A draft that cannot be kept stays in the form; what matters is said when it is sent. */
function autosave({ parts, placed }: PageOutbox, draft: Draft): void {
  if (placed.isAnnounced(draft.orderId) || placed.getJustSaved(draft.orderId)) return
  void saveDraft(parts.db, { ...draft, savedAt: Date.now() }).catch(() => {})
}
