import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { currentPerson } from '../accounts/person.ts'
import { afterCheckout } from '../cart/checkouts.ts'
import { notify } from '../notices/notices.ts'
import { type DraftFields, dropDraft, forgetPerson, rememberPerson } from '../outbox/drafts.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { GUEST } from '../outbox/owner.ts'
import { askToPersist } from '../outbox/persist.ts'
import { reopen } from '../outbox/queue.ts'
import { useLanguage } from '../shared/language.ts'
import { type OpenedDraft, useKeptDraft } from './keep-draft.ts'
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

/** All that happens in the form between opening and confirmation. */
export function useOrderForm(
  { draft: first, remembered }: OpenedDraft,
  wanted: readonly OrderableLine[],
  fromCart: boolean,
  onClose: () => void,
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
  const [trouble, setTrouble] = useState<Extract<Outcome, { to: 'refused' | 'unsaved' }>>()
  const [remember, setRemember] = useState(remembered)
  const [website, setWebsite] = useState('')
  const name = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const elements = { name, phone, comment }
  const { fields, orderId } = draft
  const lines = chosenLines(wanted, fields)
  useKeptDraft(pageOutbox().parts.db, touched ? draft : undefined)

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
    if (busy) return
    const { parts } = pageOutbox()
    const owner = currentPerson()?.user.id ?? GUEST
    const order = orderOf(
      { orderId, fields, lines, owner, language, openedAt: draft.openedAt, website, fromCart },
      Date.now(),
    )
    const found = { ...unreadableFields(order), ...fieldErrors(fields) }
    setErrors(found)
    const wrong = fieldNames.find((each) => found[each])
    if (wrong) return elements[wrong].current?.focus()

    setBusy(true)
    setTrouble(undefined)
    const person = { name: order.customerName, phone: order.customerPhone }
    if (remember) void rememberPerson(parts.db, person).catch(() => {})
    const request = { order, summary: summaryOf(lines, fromCart), owner }
    await hear(await placeOrder(pageOutbox(), request, { online: navigator.onLine }))
  }

  async function hear(outcome: Outcome): Promise<void> {
    if (outcome.to === 'sent' || outcome.to === 'saved') {
      if (outcome.to === 'sent') {
        saidSent(orderId)
        void dropDraft(pageOutbox().parts.db, orderId).catch(() => {})
      } else askToPersist()
      if (fromCart) afterCheckout(client, lines)
      notify({ title: t(`${outcome.to}.title`), text: t(`${outcome.to}.text`) })
      onClose()
      await navigate(`/order/${orderId}`)
      return
    }
    setBusy(false)
    setTrouble(outcome)
    if (outcome.to === 'unsaved') return notify({ kind: 'bad', title: t('unsaved.title'), text: t('failed.text') })
    const reason = refusalText(outcome.reason, outcome.detail)
    notify({ kind: 'bad', title: t('failed.title'), text: `${t('failed.text')} ${reason}` })
    if (outcome.final) await startAnew()
  }

  /** A final no has spent the id: what is changed now is another request. */
  async function startAnew(): Promise<void> {
    const next = { ...draft, orderId: crypto.randomUUID() }
    await reopen(pageOutbox().parts.db, orderId, () => next).catch(() => {})
    setDraft(next)
    setTouched(true)
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
  const { [name]: _, ...others } = all
  return error ? { ...others, [name]: error } : others
}
