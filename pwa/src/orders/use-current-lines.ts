import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Product, productQuery } from '../catalogue/queries.ts'
import { isNotFound } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { type OrderableLine, toOrderableProduct } from './orderable-product.ts'

/** Returns the lines with their products as they are sold today; a product that cannot be read stays as it is stored. */
export function useCurrentLines(lines: readonly OrderableLine[]): readonly OrderableLine[] {
  const language = useLanguage()
  const slugs = [...new Set(lines.map(({ product }) => product.slug))]
  const products = useQueries({ queries: slugs.map((slug) => productQuery(slug, language)), combine: bySlug })
  return useMemo(
    () =>
      lines.map((line) => {
        const current = products.get(line.product.slug)
        return current ? { ...line, product: toOrderableProduct(current, language) } : line
      }),
    [lines, products, language],
  )
}

const bySlug = (results: UseQueryResult<Product>[]): Map<string, Product> =>
  new Map(results.flatMap(({ data, error }) => (data && !isNotFound(error) ? [[data.slug, data] as const] : [])))
