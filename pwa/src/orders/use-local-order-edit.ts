import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cancelEntry } from '../outbox/cancel-entry.ts'
import { draftIdOf } from '../outbox/draft-from-entry.ts'
import type { Draft } from '../outbox/draft.ts'
import { readDraft } from '../outbox/drafts.ts'
import type { Entry } from '../outbox/entry.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { deleteLastOrder } from '../shared/last-order-changes.ts'
import { showToast } from '../shared/toasts.ts'
import { useStoreChange } from './use-store-change.ts'

export type LocalOrderEdit = ReturnType<typeof useLocalOrderEdit>

/** State of the withdrawal and edit of an order that the server cannot have. */
export function useLocalOrderEdit({ id, state, reason, summary }: Entry) {
  const t = useTranslations('outbox')
  const storeChange = useStoreChange()
  const [draft, setDraft] = useState<Draft>()
  const [isFormOpen, setIsFormOpen] = useState(false)
  const draftId = draftIdOf(summary)
  const isWithdrawn = state === 'cancelled' && reason === 'withdrawn'

  // The input of an edit that was not sent can be continued, after a reload too.
  useEffect(() => {
    if (isWithdrawn && !isFormOpen) void readDraft(pageOutbox().parts.db, draftId).then(setDraft, () => {})
  }, [isWithdrawn, isFormOpen, draftId])

  async function change(to: 'cancel' | 'edit'): Promise<void> {
    const { parts, sender } = pageOutbox()
    const result = await storeChange(() => cancelEntry(parts.db, id, to, parts.now()))
    if (!result) return
    if (to === 'cancel' && result !== 'too_late') deleteLastOrder(id)
    if (typeof result === 'object') {
      setDraft(result)
      setIsFormOpen(true)
    } else if (result === 'cancelled') {
      // The buttons disappear with the focus.
      document.getElementById('main')?.focus({ preventScroll: true })
    } else if (result === 'too_late') showToast({ kind: 'bad', title: t('tooLate') })
    // An attempt has begun since the page was shown: the server has to confirm the cancel.
    else if (result === 'asking') await sender.nudge()
  }

  return { draft, isFormOpen, change, openForm: () => setIsFormOpen(true), closeForm: () => setIsFormOpen(false) }
}
