import { unitPrice } from '@tsedra/contract/money'
import { MAX_ORDER_LINES } from '@tsedra/contract/order-lines'
import { pickPackage } from '@tsedra/contract/packages'
import type { Product } from '../../catalogue/queries.ts'
import type { RequestedLine } from '../../shared/order-dialog-state.ts'

type OrderableProduct = Pick<Product, 'id' | 'slug' | 'price' | 'packagePrices' | 'availablePackages'>

/** Returns one package of each product, of the most characteristic ones if an order accepts no more, and the cost in kopiykas. */
export function listDrinkLines(products: readonly OrderableProduct[]): { items: RequestedLine[]; total: number } {
  const lines = products.slice(0, MAX_ORDER_LINES).map((product) => {
    const packageSize = pickPackage(product.availablePackages)
    return {
      item: { productId: product.id, slug: product.slug, packageSize, quantity: 1 },
      cost: unitPrice(product, packageSize),
    }
  })
  return { items: lines.map(({ item }) => item), total: lines.reduce((sum, { cost }) => sum + cost, 0) }
}
