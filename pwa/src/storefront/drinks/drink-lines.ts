import { parseMoney, unitPrice } from '@tsedra/contract/money'
import { MAX_ORDER_LINES } from '@tsedra/contract/order-lines'
import { pickPackage } from '@tsedra/contract/packages'
import type { Product } from '../../catalogue/queries.ts'
import type { RequestedLine } from '../../shared/order-dialog-state.ts'

type OrderableProduct = Pick<Product, 'id' | 'slug' | 'price' | 'availablePackages'>

/** Returns one package of each product, of the most characteristic ones if an order accepts no more, and the cost in kopiykas. */
export function listDrinkLines(products: readonly OrderableProduct[]): { items: RequestedLine[]; total: number } {
  const lines = products.slice(0, MAX_ORDER_LINES).map(({ id, slug, price, availablePackages }) => {
    const packageSize = pickPackage(availablePackages)
    return {
      item: { productId: id, slug, packageSize, quantity: 1 },
      cost: unitPrice(parseMoney(price) ?? 0, packageSize),
    }
  })
  return { items: lines.map(({ item }) => item), total: lines.reduce((sum, { cost }) => sum + cost, 0) }
}
