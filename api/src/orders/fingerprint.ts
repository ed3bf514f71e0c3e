import { createHash } from 'node:crypto'
import type { PackageSize } from '@tsedra/contract/packages'

/** A line as it was asked for; the package may be left to the shop. */
export interface AskedLine {
  productId: string
  packageSize: PackageSize | undefined
  quantity: number
}

/** What makes two requests the same request. */
export interface Asked {
  customerName: string
  /** As read by phone.ts: two spellings of one number are one number. */
  customerPhone: string
  customerComment: string | null
  lines: readonly AskedLine[]
}

/** SHA-256 of what was asked. The sum the customer saw, the clock and the language are no part of it: they are not asked for. */
export function fingerprint({ customerName, customerPhone, customerComment, lines }: Asked): Buffer {
  const asked = [
    customerName,
    customerPhone,
    customerComment,
    lines.map(({ productId, packageSize, quantity }) => [productId.toLowerCase(), packageSize ?? null, quantity]),
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest()
}
