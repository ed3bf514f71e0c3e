import { useEffect, useRef } from 'react'
import type { OutboxDatabase } from '../outbox/database.ts'
import type { Draft } from '../outbox/draft.ts'
import type { PageOutbox } from '../outbox/page-outbox.ts'
import { readDraft, readContact, saveDraft } from '../outbox/drafts.ts'
import { withStorage } from '../outbox/storage.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { randomUuid } from '../shared/random-uuid.ts'

/** Milliseconds after which typed text is saved. */
const AUTOSAVE_DELAY_MS = 300

export interface OpenedDraft {
  draft: Draft
  /** The draft has text that was typed earlier. */
  isRestored: boolean
  /** Name and phone are stored on this device. */
  isContactStored: boolean
}

const unsavedKeyOf = (draftId: string) => `unsaved.${draftId}`

/**
 * Stores the id of an order that could not be saved: the server may have it although its response was lost, so the form
 * sends the order under the same id when it is opened again.
 *
 * @param orderId undefined deletes the id, once the order's outcome is known
 */
export const storeUnsavedOrderId = (draftId: string, orderId: string | undefined): void =>
  writeLocal(unsavedKeyOf(draftId), orderId)

/** Returns whether an order that this phone does not store may have reached the server under this id. */
export const isUnsavedOrderId = (draftId: string, orderId: string): boolean =>
  readLocal(unsavedKeyOf(draftId)) === orderId

/** Name and phone that prefill a new form. */
interface Contact {
  name: string
  phone: string
}

/**
 * Returns the stored draft, or a new one. The order's id is created here, so a second tap on "send" sends the same order.
 *
 * @param signedInContact prefills a new form, unless a contact is stored on this device
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
 * Saves the draft at most every `AUTOSAVE_DELAY_MS` while the shopper types, and at once when the page is hidden.
 * `undefined`: nothing has been typed yet.
 *
 * @returns cancels the scheduled save until the next change: an order stores the same text and would wait for that write
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

/** Saves the draft. Failures are ignored: the text stays in the form, and sending it reports a storage failure. */
function autosave({ parts, placed }: PageOutbox, draft: Draft): void {
  if (placed.isAnnounced(draft.orderId) || placed.getJustSaved(draft.orderId)) return
  void saveDraft(parts.db, { ...draft, savedAt: Date.now() }).catch(() => {})
}
