import type { PackageSize } from '@tsedra/contract/packages'

/** What stands in a form that was not sent yet: one per product, one for the cart, one for a purchase made again. */
export interface Draft {
  /** The product's id, `cart` or `purchase`. */
  id: string
  /** The id the order will have: it is born with the form, not with the tap on send. */
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
