import { kopiykasToDecimal, parseMoney, unitPrice } from '@tsedra/contract/money'
import type { LastOrder } from '../../shared/last-order.ts'
import type { OrderableLine } from '../order-form.ts'

/** Returns what this device stores of a placed order, to order the same again. */
export const lastOrderOf = (id: string, ownerId: string | null, lines: readonly OrderableLine[]): LastOrder => ({
  id,
  ownerId,
  lines: lines.map(({ product: { slug, name, price }, packageSize, quantity }) => ({
    slug,
    name,
    packageSize,
    quantity,
    unitPrice: kopiykasToDecimal(unitPrice(parseMoney(price) ?? 0, packageSize)),
  })),
})
