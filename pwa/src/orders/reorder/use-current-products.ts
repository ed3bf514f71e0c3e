import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type Product, productQuery } from '../../catalogue/queries.ts'
import { isNotFound } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'

interface CurrentProducts {
  /** By slug; a missing product is not sold any more. Undefined until all are known. */
  products?: Map<string, Product>
  /** A product could be read neither from the local catalogue nor from the server. */
  isFailed: boolean
}

/** Returns the products of these lines as they are sold today; updated with the catalogue. */
export function useCurrentProducts(lines: readonly { slug?: string | null }[]): CurrentProducts {
  const language = useLanguage()
  const slugs = [...new Set(lines.flatMap(({ slug }) => slug ?? []))]
  return useQueries({ queries: slugs.map((slug) => productQuery(slug, language)), combine })
}

function combine(results: UseQueryResult<Product>[]): CurrentProducts {
  const isFailed = results.some(({ data, error }) => !data && error && !isNotFound(error))
  if (isFailed || results.some(({ isPending }) => isPending)) return { isFailed }
  const found = results.flatMap(({ data, error }) => (data && !isNotFound(error) ? [data] : []))
  return { products: new Map(found.map((product) => [product.slug, product])), isFailed }
}
