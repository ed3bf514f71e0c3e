import type { NewOrderInput } from '@tsedra/contract/orders'
import type { Draft } from './draft.ts'
import type { Entry, Summary } from './entry.ts'
import { randomUuid } from '../shared/random-uuid.ts'

/** Returns the id of the form for these lines: the product's id for a single line, else `cart`. */
export function draftIdOf({ lines: [first, ...more] }: Summary): string {
  return first && more.length === 0 ? first.productId : 'cart'
}

/** Creates a draft from a withdrawn entry, under a new order id. */
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

/** Parses the stored body; this app has serialised it. */
export const parseBody = ({ bodyJson }: Entry): NewOrderInput => JSON.parse(bodyJson ?? '{}') as NewOrderInput
