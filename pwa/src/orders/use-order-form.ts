import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { currentPerson, keptPerson } from '../session/person.ts'
import { afterCheckout } from '../cart/checkout/checkouts.ts'
import { notify } from '../shared/notices.ts'
import type { DraftFields } from '../outbox/draft.ts'
import { dropDraft, forgetPerson, rememberPerson } from '../outbox/drafts.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { GUEST, waitsForShop } from '../outbox/entry.ts'
import { askToPersist } from '../outbox/persist.ts'
import { reopen } from '../outbox/take-back.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { randomUuid } from '../shared/uuid.ts'
import { showFirst } from './just-saved.ts'
import { isUnsaved, type OpenedDraft, rememberUnsaved, useKeptDraft } from './keep-draft.ts'
import {
  type FieldErrors,
  type FieldName,
  fieldError,
  fieldErrors,
  fieldNames,
  type OrderableLine,
  orderOf,
  summaryOf,
  unreadableFields,
} from './order-form.ts'
import { type Outcome, placeOrder } from './place-order.ts'
import { useRefusalText } from './refusal-text.ts'
import { saidSent } from './said-sent.ts'

/** Milliseconds of writing after which that is shown. */
const SLOW_MS = 400

/** All that happens in the form between opening and confirmation. */
export function useOrderForm(
  { draft: first, remembered }: OpenedDraft,
  wanted: readonly OrderableLine[],
  fromCart: boolean,
) {
  const t = useTranslations('order')
  const client = useQueryClient()
  const language = useLanguage()
  const navigate = useNavigate()
  const refusalText = useRefusalText()
  const [draft, setDraft] = useState(first)
  const [touched, setTouched] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<
    Extract<Outcome, { to: 'refused' | 'spent' | 'unsaved' }> | { to: 'unconfirmed' }
  >()
  const [remember, setRemember] = useState(remembered)
  const [website, setWebsite] = useState('')
  const name = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const elements = { name, phone, comment }
  const sending = useRef(false)
  /** An attempt that this phone does not keep went out under this id, and nobody knows what became of it. */
  const mayHaveArrived = useRef(isUnsaved(first.id, first.orderId))
  const [opener] = useState(() => currentPerson()?.user.id)
  const farewell = useFarewell()
  const { fields, orderId } = draft
  const lines = chosenLines(wanted, fields)
  const putOffDraft = useKeptDraft(pageOutbox().parts.db, touched ? draft : undefined)

  return {
    fields,
    lines,
    errors,
    busy,
    trouble,
    remember,
    website,
    elements,
    orderId,
    change,
    leave,
    setRemember: choose,
    setWebsite,
    send,
  }

  function change(changed: Partial<DraftFields>): void {
    const next = { ...fields, ...changed }
    setDraft({ ...draft, fields: next })
    setTouched(true)
    // A field that was wrong is looked at with every key until it is right.
    for (const each of fieldNames) {
      if (errors[each]) setErrors((all) => withError(all, each, fieldError(each, next)))
    }
  }

  function leave(each: FieldName): void {
    if (fields[each] !== '') setErrors((all) => withError(all, each, fieldError(each, fields)))
  }

  /** Unticked, what was kept goes at once. */
  function choose(on: boolean): void {
    setRemember(on)
    if (!on) void forgetPerson(pageOutbox().parts.db).catch(() => {})
  }

  async function send(): Promise<void> {
    if (sending.current) return
    const person = currentPerson()?.user.id
    // The session has ended since: as a guest's the order would leave the cart as it is, to be ordered again.
    if (fromCart && person !== opener) return askToSignIn('signedOutText')
    const owner = person ?? GUEST
    const order = orderOf(
      { orderId, fields, lines, owner, language, openedAt: draft.openedAt, opened: first.fields, website, fromCart },
      Date.now(),
    )
    const found = { ...unreadableFields(order), ...fieldErrors(fields) }
    const wrong = fieldNames.find((each) => found[each])
    if (wrong) {
      setErrors(found)
      return elements[wrong].current?.focus()
    }

    sending.current = true
    const { onLine: online } = navigator
    if (online) setBusy(true)
    // Writing takes a tenth of a second: nothing is drawn that would be gone by then.
    const slow = setTimeout(() => setBusy(true), SLOW_MS)
    setTrouble(undefined)
    const request = { order, summary: summaryOf(lines, fromCart), owner }
    // Whatever else is to be written waits for the order, not the other way round.
    putOffDraft()
    const placing = placeOrder(pageOutbox(), request, {
      online,
      signedIn: keptPerson()?.user.id,
      onUnconfirmed: () => setTrouble({ to: 'unconfirmed' }),
    })
    const named = { name: order.customerName, phone: order.customerPhone }
    if (remember) void rememberPerson(pageOutbox().parts.db, named).catch(() => {})
    const outcome = await placing
    clearTimeout(slow)
    sending.current = false
    await hear(outcome)
  }

  async function hear(outcome: Outcome): Promise<void> {
    if (outcome.to === 'unsaved') mayHaveArrived.current = true
    rememberUnsaved(draft.id, outcome.to === 'unsaved' ? orderId : undefined)
    if (outcome.to === 'sent' || outcome.to === 'saved') {
      if (outcome.to === 'sent') {
        saidSent(orderId)
        void dropDraft(pageOutbox().parts.db, orderId).catch(() => {})
      } else {
        showFirst(outcome.entry)
        askToPersist()
      }
      if (fromCart) afterCheckout(client, lines)
      const { to } = outcome
      const isHeld = to === 'saved' && waitsForShop(outcome.entry)
      const text = isHeld ? refusalText(outcome.entry.reason, null, outcome.entry) : t(`${to}.text`)
      farewell(() => notify({ title: t(`${to}.title`), text }))
      // With its page the form is gone too (shared/order-request.ts).
      await navigate(`/order/${orderId}`)
      return
    }
    setBusy(false)
    const isFinal =
      outcome.to === 'refused' && (outcome.final || (outcome.notTaken === true && !mayHaveArrived.current))
    setTrouble(outcome.to === 'refused' ? { ...outcome, final: isFinal } : outcome)
    if (outcome.to === 'unsaved') return notify({ kind: 'bad', title: t('unsaved.title'), text: t('failed.text') })
    if (outcome.to === 'spent') {
      setDraft({ ...draft, orderId: randomUuid() })
      setTouched(true)
      return notify({ kind: 'bad', title: t('failed.title'), text: t('spent') })
    }
    const reason = refusalText(outcome.reason, outcome.detail)
    notify({ kind: 'bad', title: t('failed.title'), text: `${t('failed.text')} ${reason}` })
    if (isFinal) await startAnew()
  }

  /** A final no has spent the id: what is changed now is another request. */
  async function startAnew(): Promise<void> {
    const next = { ...draft, orderId: randomUuid() }
    await reopen(pageOutbox().parts.db, orderId, () => next).catch(() => {})
    setDraft(next)
    setTouched(true)
  }
}

/** What is to be done once the form is gone; at once when it is already. */
function useFarewell(): (word: () => void) => void {
  const last = useRef<() => void>(undefined)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      last.current?.()
    }
  }, [])
  return (word) => {
    if (gone.current) word()
    else last.current = word
  }
}

/** One product may still be changed in the form; the lines of a cart are as they are. */
function chosenLines(wanted: readonly OrderableLine[], { packageSize, quantity }: DraftFields): OrderableLine[] {
  const [only, ...more] = wanted
  if (!only || more.length > 0) return [...wanted]
  const size = packageSize && only.product.availablePackages.includes(packageSize) ? packageSize : only.packageSize
  return [{ ...only, packageSize: size, quantity }]
}

function withError(all: FieldErrors, name: FieldName, error: FieldErrors[FieldName]): FieldErrors {
  if (all[name] === error) return all
  const { [name]: _, ...others } = all
  return error ? { ...others, [name]: error } : others
}
