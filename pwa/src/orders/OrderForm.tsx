import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lookWhetherForgetful } from '../outbox/lasting-storage.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { currentPerson } from '../session/person.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { type OpenedDraft, openDraft } from './keep-draft.ts'
import { OpenOrderForm } from './OpenOrderForm.tsx'
import type { OrderableLine } from './order-form.ts'

interface Props {
  wanted: readonly OrderableLine[]
  /** The product's id, `cart` or `purchase`. */
  draftId: string
  /** What is to be known of these lines before they are sent. */
  remarks?: readonly string[]
  /** Its lines leave the cart with the order. */
  fromCart: boolean | undefined
  onClose: () => void
}

/** The form, once what was typed earlier has been found. */
export function OrderForm({ wanted, draftId, remarks = [], fromCart = false, onClose }: Props) {
  const t = useTranslations()
  const [opened, setOpened] = useState<OpenedDraft>()
  const [chosen] = useState(wanted)

  useEffect(() => {
    let gone = false
    const opening = openDraft(pageOutbox().parts.db, draftId, Date.now(), signedIn())
    void Promise.all([opening, lookWhetherForgetful()]).then(([found]) => {
      if (!gone) setOpened(withChoice(found, chosen))
    })
    return () => {
      gone = true
    }
  }, [draftId, chosen])

  if (opened) {
    return <OpenOrderForm wanted={wanted} opened={opened} remarks={remarks} fromCart={fromCart} onClose={onClose} />
  }
  return (
    <Dialog title={t('order.title')} onClose={onClose}>
      <output className="sk sk--control" aria-label={t('loading')} />
    </Dialog>
  )
}

function signedIn() {
  const user = currentPerson()?.user
  return user && { name: `${user.firstName} ${user.lastName}`.trim(), phone: user.phone ?? '' }
}

/** Texts come from the draft, package and quantity from what was tapped just now. */
function withChoice(opened: OpenedDraft, [only]: readonly OrderableLine[]): OpenedDraft {
  if (!only) return opened
  const fields = { ...opened.draft.fields, packageSize: only.packageSize, quantity: only.quantity }
  return { ...opened, draft: { ...opened.draft, fields } }
}
