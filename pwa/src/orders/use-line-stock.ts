import { useQuery } from '@tanstack/react-query'
import type { PackageSize } from '@tsedra/contract/packages'
import { productQuery } from '../catalogue/queries.ts'
import { useStockText } from '../catalogue/StockText.tsx'
import { useLanguage } from '../shared/i18n/language.ts'

/**
 * Returns a function that describes the present stock of a product's package; undefined while it is in stock or unknown.
 * Reads the catalogue: a stored order has no stock, because it would be outdated.
 */
export function useLineStock(slug: string): (size: PackageSize) => string | undefined {
  const { data: product } = useQuery(productQuery(slug, useLanguage()))
  const describeStock = useStockText()
  return (size) => product && describeStock(product, size)
}
