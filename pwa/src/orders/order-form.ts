import type { Language } from '@tsedra/contract/language'
import { kopiykasToDecimal, lineTotal } from '@tsedra/contract/money'
import { newOrder, type NewOrderInput } from '@tsedra/contract/orders'
import type { DraftFields } from '../outbox/draft.ts'
import type { Summary } from '../outbox/entry.ts'
import { GUEST } from '../outbox/entry.ts'
import type { OrderableLine } from './orderable-product.ts'

export type FieldError =
  | 'nameMissing'
  | 'nameLong'
  | 'phoneMissing'
  | 'phoneShort'
  | 'phoneLong'
  | 'phoneUkrainian'
  | 'commentLong'
  | 'unreadable'
export const fieldNames = ['name', 'phone', 'comment'] as const
type FieldName = (typeof fieldNames)[number]
export type FieldErrors = Partial<Record<FieldName, FieldError>>

/** Direction marks, which a number copied from a contact card contains, and control characters: they are not typed. */
const invisibleCharacters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

const normaliseText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(invisibleCharacters, '').normalize('NFC').trim()
const normaliseLine = (text: string): string => normaliseText(text).replace(/[\n\t]+/g, ' ')

export function validateField(name: FieldName, fields: Pick<DraftFields, FieldName>): FieldError | undefined {
  if (name === 'name') return validateName(normaliseLine(fields.name))
  if (name === 'phone') return validatePhone(normaliseLine(fields.phone))
  return [...normaliseText(fields.comment)].length > 2000 ? 'commentLong' : undefined
}

export function validateFields(fields: Pick<DraftFields, FieldName>): FieldErrors {
  const errors = fieldNames.map((name) => [name, validateField(name, fields)] as const)
  return Object.fromEntries(errors.filter(([, error]) => error))
}

function validateName(name: string): FieldError | undefined {
  if (name === '') return 'nameMissing'
  return [...name].length > 255 ? 'nameLong' : undefined
}

function validatePhone(phone: string): FieldError | undefined {
  if (phone === '') return 'phoneMissing'
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  if (/^\+\s*380/.test(phone)) return digits === 12 ? undefined : digits < 12 ? 'phoneShort' : 'phoneUkrainian'
  if (digits < 7) return 'phoneShort'
  return digits > 15 || phone.length > 50 ? 'phoneLong' : undefined
}

/** Returns the cost of one line in kopiykas; an invalid price counts as 0. */
export const costOf = ({ product, packageSize, quantity }: OrderableLine): number =>
  lineTotal(product, packageSize, quantity)

export const totalOf = (lines: readonly OrderableLine[]): number => lines.reduce((sum, line) => sum + costOf(line), 0)

export interface OrderFormValues {
  orderId: string
  fields: DraftFields
  lines: readonly OrderableLine[]
  /** Id of the account that places the order, or GUEST. */
  owner: string
  language: Language
  openedAt: number
  /** The fields as the form opened with them. */
  initialFields: DraftFields
  /** Value of the honeypot field. */
  website: string
  fromCart: boolean
}

/** Builds the body of `POST /orders`: a single product as the specification has it, several as `items`. */
export function buildOrder(
  { orderId, fields, lines, owner, language, openedAt, initialFields, website, fromCart }: OrderFormValues,
  now: number,
): NewOrderInput & { id: string } {
  const [first, ...more] = lines
  const comment = normaliseText(fields.comment)
  // Bots type faster than people. With a prefilled contact people send at once too, so the duration is left out.
  const wasContactEmpty = initialFields.name === '' || initialFields.phone === ''
  const items = lines.map(({ product, packageSize, quantity }) => ({ productId: product.id, packageSize, quantity }))
  return {
    id: orderId,
    customerName: normaliseLine(fields.name),
    customerPhone: normaliseLine(fields.phone),
    ...(comment && { customerComment: comment }),
    ...(first && more.length === 0 && items[0]),
    ...(more.length > 0 && { items }),
    ...(first ? { totalAmount: kopiykasToDecimal(totalOf(lines)) } : { productId: null }),
    language,
    ownerId: owner === GUEST ? null : owner,
    sentAt: new Date(now).toISOString(),
    // A clock set back while the form was open would give a negative duration, which the server rejects.
    ...(wasContactEmpty && { filledInMs: Math.max(0, Math.round(now - openedAt)) }),
    ...(website && { website }),
    ...(fromCart && { fromCart }),
  }
}

/** Returns the fields that the contract rejects, checked before the order's bytes are frozen. */
export function findContractErrors(order: NewOrderInput): FieldErrors {
  const parsed = newOrder.safeParse(order)
  if (parsed.success) return {}
  const invalidNames = new Set(parsed.error.issues.map(({ path }) => String(path[0])))
  return {
    ...(invalidNames.has('customerName') && { name: 'unreadable' as const }),
    ...(invalidNames.has('customerPhone') && { phone: 'unreadable' as const }),
    ...(invalidNames.has('customerComment') && { comment: 'unreadable' as const }),
  }
}

/** Builds what the list of pending orders shows; it suffices to open the form again without the catalogue. */
export function buildSummary(lines: readonly OrderableLine[], fromCart = false): Summary {
  return {
    ...(fromCart && { fromCart }),
    total: lines.length > 0 ? totalOf(lines) : null,
    lines: lines.map((line) => {
      const { product, packageSize, quantity } = line
      const { id: productId, slug, name, imageUrl, price, packagePrices } = product
      const availablePackages = [...product.availablePackages]
      return {
        productId,
        slug,
        name,
        imageUrl,
        price,
        ...(packagePrices && { packagePrices }),
        availablePackages,
        packageSize,
        quantity,
        lineTotal: costOf(line),
      }
    }),
  }
}

/** Returns the form's lines from a stored summary. */
export function linesFromSummary({ lines }: Pick<Summary, 'lines'>): OrderableLine[] {
  return lines.map(
    ({ productId, slug, name, imageUrl, price, packagePrices, availablePackages, packageSize, quantity }) => ({
      product: { id: productId, slug, name, imageUrl, price, packagePrices, availablePackages },
      packageSize,
      quantity,
    }),
  )
}
