import { formatPackage } from '@tsedra/contract/packages'
import type { StaffOrder } from '@tsedra/contract/admin-orders'
import type { PickingItem } from '@tsedra/contract/admin-picking'
import type { Language } from '@tsedra/contract/language'
import { parseMoney } from '@tsedra/contract/money'
import type { AdjustmentKind } from '@tsedra/contract/order-adjustments'
import { formatMoney } from '../../../shared/i18n/format.ts'
import { formatPhone } from '../format-order.ts'

export interface SheetLine {
  name: string
  /** Package and quantity: `100 г × 2`. */
  amount: string
}

/** Content of a printed sheet, also as text for a chat. */
export interface Sheet {
  title: string
  /** Lines below the title: customer, phone, day. */
  details: readonly string[]
  lines: readonly SheetLine[]
  /** Lines below the products: total, comment. */
  notes: readonly string[]
}

type SlipOrder = Pick<
  StaffOrder,
  'customerName' | 'customerPhone' | 'customerComment' | 'items' | 'adjustments' | 'totalAmount'
>

interface SlipLabels {
  title: string
  total: string
  backorder: string
  adjustment: (kind: AdjustmentKind) => string
}

/** Returns the packing slip of an order: what goes into the parcel, and for whom. Internal notes stay out. */
export function createPackingSlip(order: SlipOrder, labels: SlipLabels, language: Language): Sheet {
  const { customerName, customerPhone, customerComment, items, adjustments = [], totalAmount } = order
  const format = (amount: string) => formatMoney(parseMoney(amount) ?? 0, language)
  return {
    title: labels.title,
    details: [customerName, formatPhone(customerPhone)],
    lines: items.map((item) =>
      toLine({ ...item, name: item.isBackorder ? `${item.name} (${labels.backorder})` : item.name }, language),
    ),
    notes: [
      ...adjustments.map(({ kind, amount, reason }) => {
        const label = reason ? `${labels.adjustment(kind)} (${reason})` : labels.adjustment(kind)
        return `${label}: ${kind === 'discount' ? '−' : ''}${format(amount)}`
      }),
      ...(totalAmount === null ? [] : [`${labels.total}: ${format(totalAmount)}`]),
      ...(customerComment ? [customerComment] : []),
    ],
  }
}

/** Returns the picking list: what to pick for all confirmed orders. */
export function createPickingSheet(
  items: readonly PickingItem[],
  { title, details, language }: { title: string; details: readonly string[]; language: Language },
): Sheet {
  return { title, details, lines: items.map((item) => toLine(item, language)), notes: [] }
}

/** Returns a sheet as plain text. */
export function sheetToText({ title, details, lines, notes }: Sheet): string {
  const parts = [[title, ...details], lines.map(({ name, amount }) => `${name}, ${amount}`), notes]
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

type Item = Pick<PickingItem, 'name' | 'packageSize' | 'quantity'>

const toLine = ({ name, packageSize, quantity }: Item, language: Language): SheetLine => ({
  name,
  amount: `${formatPackage(packageSize, language)} × ${quantity}`,
})
