import type { PackageSize } from '@tsedra/contract/packages'
import type { SummaryLine } from './entry.ts'

/** The input of a form that was not sent yet: one per product, drink and plan, one for the cart, one for a reorder. */
export interface Draft {
  /** The product's id, `cart`, `purchase` or `drink:` or `plan:` with a slug. */
  id: string
  /** The id of the future order, created with the form: a double tap on send cannot create a second order. */
  orderId: string
  /** When the form was first opened. */
  openedAt: number
  savedAt: number
  fields: DraftFields
  /** The lines of the form; absent in drafts of older builds, whose forms could not change several lines. */
  lines?: SummaryLine[]
  /** The lines with which the form was opened: further products in `lines` were added in the form. */
  requested?: DraftLineKey[]
}

export interface DraftLineKey {
  productId: string
  packageSize: PackageSize
  quantity: number
}

export interface DraftFields {
  name: string
  phone: string
  comment: string
  /** Package and quantity of the first line, for older builds. */
  packageSize: PackageSize | null
  quantity: number
}
