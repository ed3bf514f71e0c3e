import { createHash } from 'node:crypto'
import type { PackageSize } from '@tsedra/contract/packages'

/** A line as it was asked for; the package may be left to the shop. */
export interface RequestedLine {
  productId: string
  packageSize: PackageSize | undefined
  quantity: number
}

/** What makes two requests the same request. */
export interface OrderContent {
  customerName: string
  /** As read by phone.ts: two spellings of one number are one number. */
  customerPhone: string
  customerComment: string | null
  lines: readonly RequestedLine[]
}

/** SHA-256 of what was asked. The sum the customer saw, the clock and the language are no part of it: they are not asked for. */
export function computeFingerprint({ customerName, customerPhone, customerComment, lines }: OrderContent): Buffer {
  const content = [
    customerName,
    customerPhone,
    customerComment,
    lines.map(({ productId, packageSize, quantity }) => [productId.toLowerCase(), packageSize ?? null, quantity]),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}
