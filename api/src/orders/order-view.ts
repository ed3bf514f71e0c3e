import type { Language } from '@tsedra/contract/language'
import { kopiykasToDecimal } from '@tsedra/contract/money'
import { orderNumber } from '@tsedra/contract/order-number'
import type { Order } from '@tsedra/contract/orders'
import type { StoredLine, StoredOrder } from '@tsedra/database/orders'
import { pickName } from './price-lines.ts'

type ViewableOrder = Pick<StoredOrder, 'id' | 'status' | 'total' | 'quotedTotal' | 'createdAt' | 'promiseHours'> & {
  lines: readonly StoredLine[]
}

/** Returns the fields of an order that its id alone gives access to. */
export function orderView(
  { id, status, lines, total, quotedTotal, createdAt, promiseHours }: ViewableOrder,
  language: Language,
): Order {
  return {
    id,
    number: orderNumber(id),
    status,
    items: lines.map(({ productId, slug, names, packageSize, quantity, unitPrice, isBackorder }) => ({
      productId,
      slug,
      name: pickName(names, slug, language),
      packageSize,
      quantity,
      unitPrice: kopiykasToDecimal(unitPrice),
      lineTotal: kopiykasToDecimal(unitPrice * quantity),
      ...(isBackorder && { isBackorder }),
    })),
    totalAmount: total === null ? null : kopiykasToDecimal(total),
    quotedTotal: quotedTotal === null || quotedTotal === total ? null : kopiykasToDecimal(quotedTotal),
    createdAt: createdAt.toISOString(),
    answerBy: new Date(createdAt.getTime() + promiseHours * 3_600_000).toISOString(),
  }
}
