import { useQuery } from '@tanstack/react-query'
import type { PackageSize } from '@tsedra/contract/packages'
import { productQuery } from '../catalogue/queries.ts'
import { useStockText } from '../catalogue/StockText.tsx'
import { useTranslations } from 'use-intl'
import { isNotFound } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'

/**
 * Returns a function that describes the present stock of a product's package, or that it is no longer sold; undefined
 * while it is in stock or unknown.
 * Reads the catalogue: a stored order has no stock, because it would be outdated.
 */
export function useLineStock(slug: string): (size: PackageSize) => string | undefined {
  const t = useTranslations('reorder')
  const { data: product, error } = useQuery(productQuery(slug, useLanguage()))
  const describeStock = useStockText()
  return (size) => {
    if (isNotFound(error)) return t('gone')
    if (!product) return undefined
    return product.availablePackages.includes(size) ? describeStock(product, size) : t('gone')
  }
}
