import type { NewOrderSent } from '@tsedra/contract/orders'
import type { Draft } from './drafts.ts'
import type { Entry } from './entry.ts'

/** The words of a withdrawn request in a form with an id of its own. */
export function draftOf(body: NewOrderSent, { summary }: Entry): Draft {
  const [first, ...more] = summary.lines
  const now = Date.now()
  return {
    id: first && more.length === 0 ? first.productId : 'cart',
    orderId: crypto.randomUUID(),
    openedAt: now,
    savedAt: now,
    fields: {
      name: body.customerName,
      phone: body.customerPhone,
      comment: body.customerComment ?? '',
      packageSize: first?.packageSize ?? null,
      quantity: first?.quantity ?? 1,
    },
  }
}
