import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import { getCurrentUser, readStoredCurrentUser } from '../session/current-user.ts'
import { removeCheckedOutLines } from '../cart/checkout/pending-checkouts.ts'
import { showToast } from '../shared/toasts.ts'
import type { DraftFields } from '../outbox/draft.ts'
import { deleteDraftsOfOrder, deleteContact, saveContact } from '../outbox/drafts.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { GUEST, isWaitingForShop } from '../outbox/entry.ts'
import { requestPersistentStorage } from '../outbox/request-persistent-storage.ts'
import { reopen } from '../outbox/cancel-entry.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { randomUuid } from '../shared/random-uuid.ts'
import { isUnsavedOrderId, type OpenedDraft, storeUnsavedOrderId, useDraftAutosave } from './order-draft.ts'
import {
  type FieldErrors,
  type FieldName,
  validateField,
  validateFields,
  fieldNames,
  type OrderableLine,
  buildOrder,
  buildSummary,
  findContractErrors,
} from './order-form.ts'
import { type Outcome, placeOrder } from './place-order.ts'
import { useReasonText } from './reason-text.ts'

/** Milliseconds of writing after which that is shown. */
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
  const [draft, setDraft] = useState(initialDraft)
  const [isTouched, setIsTouched] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<
    Extract<Outcome, { kind: 'refused' | 'spent' | 'unsaved' }> | { kind: 'unconfirmed' }
  >()
  const [remember, setRemember] = useState(isContactStored)
  const [website, setWebsite] = useState('')
  const name = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const elements = { name, phone, comment }
  const isSending = useRef(false)
  /** An attempt that this phone does not keep went out under this id, and nobody knows what became of it. */
  const mayHaveReachedShop = useRef(isUnsavedOrderId(initialDraft.id, initialDraft.orderId))
  const [openerUserId] = useState(() => getCurrentUser()?.user.id)
  const runAfterUnmount = useAfterUnmount()
  const { fields, orderId } = draft
  const lines = applyChoice(initialLines, fields)
  const cancelDraftSave = useDraftAutosave(pageOutbox(), isTouched ? draft : undefined)

  return {
    fields,
    lines,
    errors,
    busy,
    trouble: problem,
    remember,
    website,
    elements,
    orderId,
    change: updateFields,
    leave: validateOnBlur,
    setRemember: changeRemember,
    setWebsite,
    send,
  }

  function updateFields(changes: Partial<DraftFields>): void {
    const next = { ...fields, ...changes }
    setDraft({ ...draft, fields: next })
    setIsTouched(true)
    // A field that was wrong is looked at with every key until it is right.
    for (const fieldName of fieldNames) {
      if (errors[fieldName]) setErrors((previous) => withError(previous, fieldName, validateField(fieldName, next)))
    }
  }

  function validateOnBlur(fieldName: FieldName): void {
    if (fields[fieldName] !== '')
      setErrors((previous) => withError(previous, fieldName, validateField(fieldName, fields)))
  }

  /** Unticked, what was kept goes at once. */
  function changeRemember(isOn: boolean): void {
    setRemember(isOn)
    if (!isOn) void deleteContact(pageOutbox().parts.db).catch(() => {})
  }

  async function send(): Promise<void> {
    if (isSending.current) return
    const userId = getCurrentUser()?.user.id
    // The session has ended since: as a guest's the order would leave the cart as it is, to be ordered again.
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
      setErrors(problems)
      return elements[firstInvalid].current?.focus()
    }

    isSending.current = true
    const { onLine: isOnline } = navigator
    if (isOnline) setBusy(true)
    // Writing takes a tenth of a second: nothing is drawn that would be gone by then.
    const busyTimer = setTimeout(() => setBusy(true), BUSY_INDICATOR_DELAY_MS)
    setProblem(undefined)
    const request = { order, summary: buildSummary(lines, fromCart), owner }
    // Whatever else is to be written waits for the order, not the other way round.
    cancelDraftSave()
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
      // With its page the form is gone too (shared/order-request.ts).
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
      setDraft({ ...draft, orderId: randomUuid() })
      setIsTouched(true)
      return showToast({ kind: 'bad', title: t('failed.title'), text: t('spent') })
    }
    const reason = reasonText(outcome.reason, outcome.detail)
    showToast({ kind: 'bad', title: t('failed.title'), text: `${t('failed.text')} ${reason}` })
    if (isFinal) await resetOrderId()
  }

  /** A final no has spent the id: what is changed now is another request. */
  async function resetOrderId(): Promise<void> {
    const next = { ...draft, orderId: randomUuid() }
    await reopen(pageOutbox().parts.db, orderId, () => next).catch(() => {})
    setDraft(next)
    setIsTouched(true)
  }
}

/** What is to be done once the form is gone; at once when it is already. */
function useAfterUnmount(): (callback: () => void) => void {
  const lastCallback = useRef<() => void>(undefined)
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      lastCallback.current?.()
    }
  }, [])
  return (callback) => {
    if (isUnmounted.current) callback()
    else lastCallback.current = callback
  }
}

/** One product may still be changed in the form; the lines of a cart are as they are. */
function applyChoice(initialLines: readonly OrderableLine[], { packageSize, quantity }: DraftFields): OrderableLine[] {
  const [singleLine, ...more] = initialLines
  if (!singleLine || more.length > 0) return [...initialLines]
  const size =
    packageSize && singleLine.product.availablePackages.includes(packageSize) ? packageSize : singleLine.packageSize
  return [{ ...singleLine, packageSize: size, quantity }]
}

function withError(previous: FieldErrors, name: FieldName, error: FieldErrors[FieldName]): FieldErrors {
  if (previous[name] === error) return previous
  const { [name]: _, ...others } = previous
  return error ? { ...others, [name]: error } : others
}
