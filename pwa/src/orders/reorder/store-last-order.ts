import { kopiykasToDecimal, unitPrice } from '@tsedra/contract/money'
import { getCurrentUser } from '../../session/current-user.ts'
import { setLastOrder } from '../../shared/last-order-changes.ts'
import type { OrderableLine } from '../orderable-product.ts'

/**
 * Stores a placed order on this device, to order the same again. Stores none without lines, and none once another user
 * or a guest has taken over the device.
 *
 * @param userId the user who placed it; undefined for a guest
 */
export function storeLastOrder(id: string, userId: string | undefined, lines: readonly OrderableLine[]): void {
  if (lines.length === 0 || getCurrentUser()?.user.id !== userId) return
  setLastOrder({
    id,
    ownerId: userId ?? null,
    lines: lines.map(({ product, packageSize, quantity }) => ({
      slug: product.slug,
      name: product.name,
      packageSize,
      quantity,
      unitPrice: kopiykasToDecimal(unitPrice(product, packageSize)),
    })),
  })
}
