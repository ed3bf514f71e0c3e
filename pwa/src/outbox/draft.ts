import type { PackageSize } from '@tsedra/contract/packages'

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
}

export interface DraftFields {
  name: string
  phone: string
  comment: string
  packageSize: PackageSize | null
  quantity: number
}
