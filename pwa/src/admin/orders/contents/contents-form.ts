import { type Amendment, amendment } from '@tsedra/contract/admin-amendments'
import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { parseMoney, type Priced, unitPrice } from '@tsedra/contract/money'
import { type AdjustmentKind, adjustedTotal } from '@tsedra/contract/order-adjustments'
import type { PackageSize } from '@tsedra/contract/packages'
import { createContractResolver } from '../../form/contract-resolver.ts'

/** What a line needs of its product; undefined when it is not sold any more. */
export interface LineProduct extends Priced {
  id: string
  packages: readonly PackageSize[]
}

/** The line of the order that a draft keeps: its index, package and price. */
interface KeptLine {
  index: number
  packageSize: PackageSize
  /** In kopiykas. */
  unitPrice: number
}

export interface DraftLine {
  /** Stable while lines are added and removed. */
  key: string
  slug: string | null
  name: string
  packageSize: PackageSize
  quantity: number
  kept?: KeptLine
  product?: LineProduct
}

export interface DraftAdjustment {
  kind: AdjustmentKind
  amount: string
  reason: string
}

/** Values of the form: named as in the contract, as the inputs hold them. */
export interface ContentsFormValues {
  version: number
  items: DraftLine[]
  adjustments: DraftAdjustment[]
  reason: string
}

export const toContentsFormValues = ({ version, items, adjustments = [] }: StaffOrder): ContentsFormValues => ({
  version,
  items: items.map(({ slug, name, packageSize, quantity, unitPrice: price }, index) => ({
    key: `line ${index}`,
    slug,
    name,
    packageSize,
    quantity,
    kept: { index, packageSize, unitPrice: parseMoney(price) ?? 0 },
  })),
  adjustments: adjustments.map(({ kind, amount, reason }) => ({ kind, amount, reason })),
  reason: '',
})

/** Whether the line still has the package of the order, and therefore its price. */
const keepsPrice = ({ kept, packageSize }: DraftLine): boolean => kept?.packageSize === packageSize

/** Returns the line as the API accepts it. */
export function toLineInput(line: DraftLine) {
  const { kept, product, packageSize, quantity } = line
  return kept && keepsPrice(line)
    ? { line: kept.index, quantity }
    : { productId: product?.id ?? '', packageSize, quantity }
}

/** Returns the body of the request; the parsed values of the schema have sums in kopiykas. */
export const toAmendmentInput = ({ items, ...values }: ContentsFormValues) => ({
  ...values,
  items: items.map(toLineInput),
})

export const contentsResolver = createContractResolver<ContentsFormValues, Amendment>(amendment, toAmendmentInput)

/** Returns the price of one package in kopiykas: that of the order, or the present one. */
export const priceOf = (line: DraftLine): number =>
  line.kept && keepsPrice(line) ? line.kept.unitPrice : unitPrice(line.product ?? { price: '0' }, line.packageSize)

/** Returns the packages that the line may have. */
export function packagesOf({ kept, product }: DraftLine): PackageSize[] {
  const sold = product?.packages ?? []
  return kept && !sold.includes(kept.packageSize) ? [kept.packageSize, ...sold] : [...sold]
}

/** Returns the total in kopiykas; an amount that cannot be read counts as 0. */
export function totalOf({ items, adjustments }: Pick<ContentsFormValues, 'items' | 'adjustments'>): number {
  return adjustedTotal(
    items.map((line) => priceOf(line) * line.quantity),
    adjustments.map(({ kind, amount }) => ({ kind, amount: parseMoney(amount) ?? 0 })),
  )
}

/** Returns whether the form has the lines and adjustments of the order. */
export function hasChanges(values: ContentsFormValues, initial: ContentsFormValues): boolean {
  const toText = ({ items, adjustments }: ContentsFormValues) =>
    JSON.stringify([
      items.map(toLineInput),
      adjustments.map(({ kind, amount, reason }) => [kind, parseMoney(amount), reason.trim()]),
    ])
  return toText(values) !== toText(initial)
}
