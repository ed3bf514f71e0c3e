import type { Language } from '@tsedra/contract/language'
import { kopiykasToDecimal } from '@tsedra/contract/money'
import { orderNumber } from '@tsedra/contract/order-number'
import type { Order, OrderAdjustment, OrderLine, OrderVersion } from '@tsedra/contract/orders'
import type { StoredVersion } from '@tsedra/database/order-versions'
import type { StoredAdjustment, StoredLine, StoredOrder } from '@tsedra/database/orders'
import { pickName } from './price-lines.ts'

type ViewableOrder = Pick<StoredOrder, 'id' | 'status' | 'total' | 'quotedTotal' | 'createdAt' | 'promiseHours'> &
  Partial<Pick<StoredOrder, 'adjustments' | 'amendedAt'>> & { lines: readonly StoredLine[] }

/** Returns the fields of an order that its id alone gives access to. */
export function orderView(
  { id, status, lines, total, quotedTotal, createdAt, promiseHours, adjustments = [], amendedAt = null }: ViewableOrder,
  language: Language,
): Order {
  return {
    id,
    number: orderNumber(id),
    status,
    items: lines.map((line) => lineView(line, language)),
    totalAmount: total === null ? null : kopiykasToDecimal(total),
    // The customer compares an amended order with its first version.
    quotedTotal: quotedTotal === null || quotedTotal === total || amendedAt ? null : kopiykasToDecimal(quotedTotal),
    ...(adjustments.length > 0 && { adjustments: adjustments.map(adjustmentView) }),
    ...(amendedAt && { amendedAt: amendedAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    answerBy: new Date(createdAt.getTime() + promiseHours * 3_600_000).toISOString(),
  }
}

export const versionView = (
  { version, lines, adjustments, total, createdAt }: StoredVersion,
  language: Language,
): OrderVersion => ({
  version,
  items: lines.map((line) => lineView(line, language)),
  adjustments: adjustments.map(adjustmentView),
  totalAmount: total === null ? null : kopiykasToDecimal(total),
  createdAt: createdAt.toISOString(),
})

const lineView = (
  { productId, slug, names, packageSize, quantity, unitPrice, isBackorder }: StoredLine,
  language: Language,
): OrderLine => ({
  productId,
  slug,
  name: pickName(names, slug, language),
  packageSize,
  quantity,
  unitPrice: kopiykasToDecimal(unitPrice),
  lineTotal: kopiykasToDecimal(unitPrice * quantity),
  ...(isBackorder && { isBackorder }),
})

const adjustmentView = ({ kind, amount, reason = '' }: StoredAdjustment): OrderAdjustment => ({
  kind,
  amount: kopiykasToDecimal(amount),
  reason,
})
