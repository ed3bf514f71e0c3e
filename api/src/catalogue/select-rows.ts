import type { Product } from '@tsedra/contract/catalogue'
import { stockOf } from '@tsedra/contract/stock'
import type { CatalogueRows } from './catalogue-store.ts'

/** The catalogue with the packages that are not in stock on a day. */
export type StockedRows = Omit<CatalogueRows, 'products'> & {
  products: (Omit<CatalogueRows['products'][number], 'stock'> & Pick<Product, 'stock'>)[]
}

/** Removes from products the drinks that are not active, and the drinks that no product goes with. */
export function linkDrinks(rows: CatalogueRows): CatalogueRows {
  const active = new Set(rows.drinks.map(({ slug }) => slug))
  const products = rows.products.map((row) => ({
    ...row,
    drinks: row.drinks?.filter((slug) => active.has(slug)) ?? [],
  }))
  const linked = new Set(products.flatMap((row) => row.drinks))
  return { ...rows, products, drinks: rows.drinks.filter(({ slug }) => linked.has(slug)) }
}

/** Removes the packages that are back in stock; a product with none left has no stock field. */
export function selectStock(rows: CatalogueRows, day: string): StockedRows {
  const products = rows.products.map(({ stock, ...row }) => {
    const missing = row.availablePackages.flatMap((size) => {
      const stored = stockOf({ stock: stock ?? undefined }, size, day)
      return stored === 'in' ? [] : [[size, stored] as const]
    })
    return missing.length === 0 ? row : { ...row, stock: Object.fromEntries(missing) as Product['stock'] }
  })
  return { ...rows, products }
}
