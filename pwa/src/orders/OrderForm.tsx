import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { detectEphemeralStorage } from '../outbox/ephemeral-storage.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { getCurrentUser } from '../session/current-user.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { type OpenedDraft, openDraft } from './order-draft.ts'
import { OrderFormDialog } from './OrderFormDialog.tsx'
import type { OrderableLine } from './order-form.ts'

interface Props {
  initialLines: readonly OrderableLine[]
  /** The product's id, `cart` or `purchase`. */
  draftId: string
  /** Remarks on these lines that the form shows before they are sent. */
  remarks?: readonly string[]
  /** The order's lines are removed from the cart when it is placed. */
  fromCart: boolean | undefined
  onClose: () => void
}

/** Reads the stored draft, then shows the order form. */
export function OrderForm({ initialLines, draftId, remarks = [], fromCart = false, onClose }: Props) {
  const t = useTranslations()
  const [openedDraft, setOpenedDraft] = useState<OpenedDraft>()
  const [chosenLines] = useState(initialLines)

  useEffect(() => {
    let isUnmounted = false
    const draftLoading = openDraft(pageOutbox().parts.db, draftId, Date.now(), readSignedInContact())
    void Promise.all([draftLoading, detectEphemeralStorage()]).then(([loaded]) => {
      if (!isUnmounted) setOpenedDraft(applySelection(loaded, chosenLines))
    })
    return () => {
      isUnmounted = true
    }
  }, [draftId, chosenLines])

  if (openedDraft) {
    return (
      <OrderFormDialog
        initialLines={initialLines}
        openedDraft={openedDraft}
        remarks={remarks}
        fromCart={fromCart}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('order.title')} onClose={onClose}>
      <output className="sk sk--control" aria-label={t('loading')} />
    </Dialog>
  )
}

function readSignedInContact() {
  const user = getCurrentUser()?.user
  return user && { name: `${user.firstName} ${user.lastName}`.trim(), phone: user.phone ?? '' }
}

/** Takes the texts from the draft, package and quantity from the current selection. */
function applySelection(openedDraft: OpenedDraft, [singleLine]: readonly OrderableLine[]): OpenedDraft {
  if (!singleLine) return openedDraft
  const fields = { ...openedDraft.draft.fields, packageSize: singleLine.packageSize, quantity: singleLine.quantity }
  return { ...openedDraft, draft: { ...openedDraft.draft, fields } }
}
