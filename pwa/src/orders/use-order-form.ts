import { useRef, useState } from 'react'
import { deleteContact, saveContact } from '../outbox/drafts.ts'
import { GUEST } from '../outbox/entry.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { getCurrentUser, readStoredCurrentUser } from '../session/current-user.ts'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import type { OpenedDraft } from './order-draft.ts'
import { buildOrder, buildSummary, findContractErrors } from './order-form.ts'
import type { OrderableLine } from './orderable-product.ts'
import { placeOrder } from './place-order.ts'
import { useOrderFields } from './use-order-fields.ts'
import { useOrderOutcome } from './use-order-outcome.ts'

/** Milliseconds of an offline write after which the busy state is shown. */
const BUSY_INDICATOR_DELAY_MS = 400

export type OrderFormState = ReturnType<typeof useOrderForm>

/** State and actions of the order form between opening and confirmation. */
export function useOrderForm(
  { draft: initialDraft, isContactStored }: OpenedDraft,
  requestedLines: readonly OrderableLine[],
  fromCart: boolean,
) {
  const language = useLanguage()
  const form = useOrderFields(initialDraft, requestedLines)
  const { problem, setProblem, applyOutcome } = useOrderOutcome(form, fromCart)
  const [busy, setBusy] = useState(false)
  const [remember, setRemember] = useState(isContactStored)
  const [website, setWebsite] = useState('')
  const isSending = useRef(false)
  const [openerUserId] = useState(() => getCurrentUser()?.user.id)
  const { draft, lines, bind, setLines } = form
  const { fields, orderId } = draft

  return {
    lines,
    busy,
    problem,
    remember,
    website,
    orderId,
    bind,
    setLines,
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
    const { openedAt } = draft
    const { fields: initialFields } = initialDraft
    const values = { orderId, fields, lines, owner, language, openedAt, initialFields, website, fromCart }
    const order = buildOrder(values, Date.now())
    if (!form.validateAll(findContractErrors(order))) return

    isSending.current = true
    const { onLine: isOnline } = navigator
    if (isOnline) setBusy(true)
    // A write takes about 100 ms: an indicator shown at once would only flash.
    const busyTimer = setTimeout(() => setBusy(true), BUSY_INDICATOR_DELAY_MS)
    setProblem(undefined)
    // The order is written before the draft and the contact.
    form.cancelDraftSave()
    const request = { order, summary: buildSummary(lines, fromCart), owner }
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
    if (outcome.kind !== 'sent' && outcome.kind !== 'saved') setBusy(false)
    await applyOutcome(outcome, userId)
  }
}
