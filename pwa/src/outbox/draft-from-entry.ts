import type { NewOrderInput } from '@tsedra/contract/orders'
import type { Draft } from './draft.ts'
import type { Entry, Summary } from './entry.ts'
import { randomUuid } from '../shared/random-uuid.ts'

/** The form that a request with these lines is typed in: one per product, and one for the cart. */
export function draftIdOf({ lines: [first, ...more] }: Summary): string {
  return first && more.length === 0 ? first.productId : 'cart'
}

/** The words of a request that was taken back, in a form with an id of its own. */
export function draftFromEntry(body: NewOrderInput, { summary }: Entry, now: number): Draft {
  const [first] = summary.lines
  return {
    id: draftIdOf(summary),
    orderId: randomUuid(),
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

/** Our own bytes, read back. */
export const parseBody = ({ bodyJson }: Entry): NewOrderInput => JSON.parse(bodyJson ?? '{}') as NewOrderInput
