import type { Language } from '@tsedra/contract/language'
import { moneyText } from '@tsedra/contract/money'
import { orderNumber } from '@tsedra/contract/order-number'
import { type Order, PROMISE_HOURS } from '@tsedra/contract/orders'
import type { StoredLine, StoredOrder } from '@tsedra/database/orders'
import { nameIn } from './price-lines.ts'

type Shown = Pick<StoredOrder, 'id' | 'status' | 'total' | 'quotedTotal' | 'createdAt'> & {
  lines: readonly StoredLine[]
}

/** What anyone who knows the id may see. */
export function orderView({ id, status, lines, total, quotedTotal, createdAt }: Shown, language: Language): Order {
  return {
    id,
    number: orderNumber(id),
    status,
    items: lines.map(({ productId, slug, names, packageSize, quantity, unitPrice }) => ({
      productId,
      slug,
      name: nameIn(names, slug, language),
      packageSize,
      quantity,
      unitPrice: moneyText(unitPrice),
      lineTotal: moneyText(unitPrice * quantity),
    })),
    totalAmount: total === null ? null : moneyText(total),
    quotedTotal: quotedTotal === null || quotedTotal === total ? null : moneyText(quotedTotal),
    createdAt: createdAt.toISOString(),
    answerBy: new Date(createdAt.getTime() + PROMISE_HOURS * 3_600_000).toISOString(),
  }
}
