import { type EnteredOrder, enteredOrder } from '@tsedra/contract/admin-entered-orders'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import { createContractResolver } from '../../form/contract-resolver.ts'
import type { DraftLine } from '../contents/contents-form.ts'

/** Values of the form: named as in the contract, as the inputs hold them. */
export interface EnterOrderValues {
  /** The idempotency key of the order. */
  id: string
  customerName: string
  customerPhone: string
  customerTelegram: string
  customerComment: string
  language: Language
  items: DraftLine[]
}

export const createEnterOrderValues = (): EnterOrderValues => ({
  id: crypto.randomUUID(),
  customerName: '',
  customerPhone: '',
  customerTelegram: '',
  customerComment: '',
  language: defaultLanguage,
  items: [],
})

/** Returns the body of the request. */
export const toEnteredOrderInput = ({ items, customerTelegram, ...values }: EnterOrderValues) => ({
  ...values,
  customerTelegram: customerTelegram.trim() || null,
  items: items.map(({ product, packageSize, quantity }) => ({ productId: product?.id ?? '', packageSize, quantity })),
})

export const enterOrderResolver = createContractResolver<EnterOrderValues, EnteredOrder>(
  enteredOrder,
  toEnteredOrderInput,
)
