import { createHash } from 'node:crypto'
import type { PackageSize } from '@tsedra/contract/packages'

/** A requested line; without a package the shop chooses one. */
export interface RequestedLine {
  productId: string
  packageSize: PackageSize | undefined
  quantity: number
}

/** The content by which two requests are the same request. */
export interface OrderContent {
  customerName: string
  /** As parsed by parse-phone.ts: two spellings of one number are one number. */
  customerPhone: string
  customerComment: string | null
  lines: readonly RequestedLine[]
}

/** Returns the SHA-256 of the requested content. The quoted total, the time and the language are not part of it. */
export function computeFingerprint({ customerName, customerPhone, customerComment, lines }: OrderContent): Buffer {
  const content = [
    customerName,
    customerPhone,
    customerComment,
    lines.map(({ productId, packageSize, quantity }) => [productId.toLowerCase(), packageSize ?? null, quantity]),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}
