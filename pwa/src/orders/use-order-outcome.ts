import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { removeCheckedOutLines } from '../cart/checkout/pending-checkouts.ts'
import { reopen } from '../outbox/cancel-entry.ts'
import { deleteDraftsOfOrder } from '../outbox/drafts.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { requestPersistentStorage } from '../outbox/request-persistent-storage.ts'
import { randomUuid } from '../shared/random-uuid.ts'
import { showToast } from '../shared/toasts.ts'
import { isUnsavedOrderId, storeUnsavedOrderId } from './order-draft.ts'
import type { Outcome } from './place-order.ts'
import { storeLastOrder } from './reorder/store-last-order.ts'
import { useReasonText } from './reason-text.ts'
import type { OrderFields } from './use-order-fields.ts'

type Placed = Extract<Outcome, { kind: 'sent' | 'saved' }>
type Failed = Exclude<Outcome, Placed>

/** Shows the outcome of an attempt: opens the page of a placed order, or states the problem in the form. */
export function useOrderOutcome({ draft, lines, setOrderId }: OrderFields, fromCart: boolean) {
  const t = useTranslations('order')
  const client = useQueryClient()
  const navigate = useNavigate()
  const reasonText = useReasonText()
  const { orderId } = draft
  const [problem, setProblem] = useState<Failed | { kind: 'unconfirmed' }>()
  /** An attempt that this phone does not store was sent under this id, and its outcome is unknown. */
  const mayHaveReachedShop = useRef(isUnsavedOrderId(draft.id, orderId))

  return { problem, setProblem, applyOutcome }

  /** @param userId the user who placed the order; undefined for a guest */
  async function applyOutcome(outcome: Outcome, userId: string | undefined): Promise<void> {
    if (outcome.kind === 'unsaved') mayHaveReachedShop.current = true
    storeUnsavedOrderId(draft.id, outcome.kind === 'unsaved' ? orderId : undefined)
    if (outcome.kind === 'sent' || outcome.kind === 'saved') openOrderPage(outcome, userId)
    else await showProblem(outcome)
  }

  function openOrderPage(outcome: Placed, userId: string | undefined): void {
    if (outcome.kind === 'sent') {
      pageOutbox().placed.markAnnounced(orderId)
      void deleteDraftsOfOrder(pageOutbox().parts.db, orderId).catch(() => {})
    } else {
      pageOutbox().placed.setJustSaved(outcome.entry)
      requestPersistentStorage()
    }
    storeLastOrder(orderId, userId, lines)
    if (fromCart) removeCheckedOutLines(client, lines)
    // Navigation also closes the form (shared/order-dialog-state.ts). Without a toast: the order page shows the same.
    navigate(`/order/${orderId}`)
  }

  async function showProblem(outcome: Failed): Promise<void> {
    const isFinal =
      outcome.kind === 'refused' &&
      (outcome.final || (outcome.isEarlyRejection === true && !mayHaveReachedShop.current))
    setProblem(outcome.kind === 'refused' ? { ...outcome, final: isFinal } : outcome)
    if (outcome.kind === 'unsaved') return showToast({ kind: 'bad', title: t('unsaved.title'), text: t('failed.text') })
    if (outcome.kind === 'spent') {
      setOrderId(randomUuid())
      return showToast({ kind: 'bad', title: t('failed.title'), text: t('spent') })
    }
    const reason = reasonText(outcome.reason, outcome.detail)
    showToast({ kind: 'bad', title: t('failed.title'), text: `${t('failed.text')} ${reason}` })
    if (isFinal) await replaceSpentId()
  }

  /** Gives the draft a new order id: a final rejection has spent the former one. */
  async function replaceSpentId(): Promise<void> {
    const next = { ...draft, orderId: randomUuid() }
    await reopen(pageOutbox().parts.db, orderId, () => next).catch(() => {})
    setOrderId(next.orderId)
  }
}
