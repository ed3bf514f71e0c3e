import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import { getCurrentUser, readStoredCurrentUser } from '../session/current-user.ts'
import { removeCheckedOutLines } from '../cart/checkout/pending-checkouts.ts'
import { showToast } from '../shared/toasts.ts'
import { deleteDraftsOfOrder, deleteContact, saveContact } from '../outbox/drafts.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { GUEST, isWaitingForShop } from '../outbox/entry.ts'
import { requestPersistentStorage } from '../outbox/request-persistent-storage.ts'
import { reopen } from '../outbox/cancel-entry.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { isUnsavedOrderId, type OpenedDraft, storeUnsavedOrderId } from './order-draft.ts'
import {
  validateFields,
  fieldNames,
  type OrderableLine,
  buildOrder,
  buildSummary,
  findContractErrors,
} from './order-form.ts'
import { type Outcome, placeOrder } from './place-order.ts'
import { useReasonText } from './reason-text.ts'
import { useAfterUnmount } from './use-after-unmount.ts'
import { useOrderFields } from './use-order-fields.ts'

/** Milliseconds of an offline write after which the busy state is shown. */
const BUSY_INDICATOR_DELAY_MS = 400

export type OrderFormState = ReturnType<typeof useOrderForm>

/** State and actions of the order form between opening and confirmation. */
export function useOrderForm(
  { draft: initialDraft, isContactStored }: OpenedDraft,
  initialLines: readonly OrderableLine[],
  fromCart: boolean,
) {
  const t = useTranslations('order')
  const client = useQueryClient()
  const language = useLanguage()
  const navigate = useNavigate()
  const reasonText = useReasonText()
  const form = useOrderFields(initialDraft, initialLines)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<
    Extract<Outcome, { kind: 'refused' | 'spent' | 'unsaved' }> | { kind: 'unconfirmed' }
  >()
  const [remember, setRemember] = useState(isContactStored)
  const [website, setWebsite] = useState('')
  const isSending = useRef(false)
  /** An attempt that this phone does not store was sent under this id, and its outcome is unknown. */
  const mayHaveReachedShop = useRef(isUnsavedOrderId(initialDraft.id, initialDraft.orderId))
  const [openerUserId] = useState(() => getCurrentUser()?.user.id)
  const runAfterUnmount = useAfterUnmount()
  const { draft, lines, errors, elements } = form
  const { fields, orderId } = draft

  return {
    fields,
    lines,
    errors,
    busy,
    problem,
    remember,
    website,
    elements,
    orderId,
    updateFields: form.updateFields,
    validateOnBlur: form.validateOnBlur,
    setRemember: changeRemember,
    setWebsite,
    send,
  }

  /** Deletes the stored contact at once when the checkbox is cleared. */
  function changeRemember(isOn: boolean): void {
    setRemember(isOn)
    if (!isOn) void deleteContact(pageOutbox().parts.db).catch(() => {})
  }

  async function send(): Promise<void> {
    if (isSending.current) return
    const userId = getCurrentUser()?.user.id
    // The session has ended: a guest's order would leave the account's cart unchanged, and it could be ordered twice.
    if (fromCart && userId !== openerUserId) return promptSignIn('signedOutText')
    const owner = userId ?? GUEST
    const order = buildOrder(
      {
        orderId,
        fields,
        lines,
        owner,
        language,
        openedAt: draft.openedAt,
        initialFields: initialDraft.fields,
        website,
        fromCart,
      },
      Date.now(),
    )
    const problems = { ...findContractErrors(order), ...validateFields(fields) }
    const firstInvalid = fieldNames.find((fieldName) => problems[fieldName])
    if (firstInvalid) {
      form.setErrors(problems)
      return elements[firstInvalid].current?.focus()
    }

    isSending.current = true
    const { onLine: isOnline } = navigator
    if (isOnline) setBusy(true)
    // A write takes about 100 ms: an indicator shown at once would only flash.
    const busyTimer = setTimeout(() => setBusy(true), BUSY_INDICATOR_DELAY_MS)
    setProblem(undefined)
    const request = { order, summary: buildSummary(lines, fromCart), owner }
    // The order is written before the draft and the contact.
    form.cancelDraftSave()
    const pendingOutcome = placeOrder(pageOutbox(), request, {
      isOnline,
      signedInUserId: readStoredCurrentUser()?.user.id,
      onUnconfirmed: () => setProblem({ kind: 'unconfirmed' }),
    })
    const contact = { name: order.customerName, phone: order.customerPhone }
    if (remember) void saveContact(pageOutbox().parts.db, contact).catch(() => {})
    const outcome = await pendingOutcome
    clearTimeout(busyTimer)
    isSending.current = false
    await applyOutcome(outcome)
  }

  async function applyOutcome(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'unsaved') mayHaveReachedShop.current = true
    storeUnsavedOrderId(draft.id, outcome.kind === 'unsaved' ? orderId : undefined)
    if (outcome.kind === 'sent' || outcome.kind === 'saved') {
      if (outcome.kind === 'sent') {
        pageOutbox().placed.markAnnounced(orderId)
        void deleteDraftsOfOrder(pageOutbox().parts.db, orderId).catch(() => {})
      } else {
        pageOutbox().placed.setJustSaved(outcome.entry)
        requestPersistentStorage()
      }
      if (fromCart) removeCheckedOutLines(client, lines)
      const { kind } = outcome
      const isWaiting = kind === 'saved' && isWaitingForShop(outcome.entry)
      const text = isWaiting ? reasonText(outcome.entry.reason, null, outcome.entry) : t(`${kind}.text`)
      runAfterUnmount(() => showToast({ title: t(`${kind}.title`), text }))
      // Navigation also closes the form (shared/order-dialog-state.ts).
      await navigate(`/order/${orderId}`)
      return
    }
    setBusy(false)
    const isFinal =
      outcome.kind === 'refused' &&
      (outcome.final || (outcome.isEarlyRejection === true && !mayHaveReachedShop.current))
    setProblem(outcome.kind === 'refused' ? { ...outcome, final: isFinal } : outcome)
    if (outcome.kind === 'unsaved') return showToast({ kind: 'bad', title: t('unsaved.title'), text: t('failed.text') })
    if (outcome.kind === 'spent') {
      form.replaceDraft(form.withNewOrderId())
      return showToast({ kind: 'bad', title: t('failed.title'), text: t('spent') })
    }
    const reason = reasonText(outcome.reason, outcome.detail)
    showToast({ kind: 'bad', title: t('failed.title'), text: `${t('failed.text')} ${reason}` })
    if (isFinal) await resetOrderId()
  }

  /** Gives the draft a new order id: a final rejection has spent the former one. */
  async function resetOrderId(): Promise<void> {
    const next = form.withNewOrderId()
    await reopen(pageOutbox().parts.db, orderId, () => next).catch(() => {})
    form.replaceDraft(next)
  }
}
