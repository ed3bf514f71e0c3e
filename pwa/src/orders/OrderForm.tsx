import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { detectEphemeralStorage } from '../outbox/ephemeral-storage.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { getCurrentUser } from '../session/current-user.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { type OpenedDraft, openDraft } from './order-draft.ts'
import { OrderFormContents } from './OrderFormContents.tsx'
import { mergeLines } from './form-lines.ts'
import type { OrderableLine } from './orderable-product.ts'

interface Props {
  initialLines: readonly OrderableLine[]
  /** The product's id, `cart`, `purchase` or `drink:` or `plan:` with a slug. */
  draftId: string
  /** Remarks on these lines that the form shows before they are sent. */
  remarks?: readonly string[]
  /** The order's lines are removed from the cart when it is placed. */
  fromCart?: boolean | undefined
}

/** The order form in a dialog of its own. */
export function OrderForm({ onClose, ...form }: Props & { onClose: () => void }) {
  const t = useTranslations('order')
  return (
    <Dialog title={t('title')} onClose={onClose} hasOwnBody>
      <OrderFormLoader {...form} />
    </Dialog>
  )
}

/** Reads the stored draft, then shows the order form. */
export function OrderFormLoader({ initialLines, draftId, remarks = [], fromCart = false }: Props) {
  const [openedDraft, setOpenedDraft] = useState<OpenedDraft>()
  const [requestedLines] = useState(() => mergeLines(initialLines))

  useEffect(() => {
    let isUnmounted = false
    const draftLoading = openDraft(pageOutbox().parts.db, draftId, Date.now(), readSignedInContact())
    void Promise.all([draftLoading, detectEphemeralStorage()]).then(([loaded]) => {
      if (!isUnmounted) setOpenedDraft(loaded)
    })
    return () => {
      isUnmounted = true
    }
  }, [draftId])

  if (!openedDraft) return <FormSkeleton />
  return (
    <OrderFormContents
      requestedLines={requestedLines}
      openedDraft={openedDraft}
      remarks={remarks}
      fromCart={fromCart}
    />
  )
}

export function FormSkeleton() {
  const t = useTranslations()
  return (
    <div className="dialog__body form-wait">
      <output className="sk sk--control" aria-label={t('loading')} />
    </div>
  )
}

function readSignedInContact() {
  const user = getCurrentUser()?.user
  return user && { name: `${user.firstName} ${user.lastName}`.trim(), phone: user.phone ?? '' }
}
