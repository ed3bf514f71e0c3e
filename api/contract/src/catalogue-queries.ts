import type { Language } from './language.ts'
import { kopiykasToDecimal } from './money.ts'
import type { ProductFilter } from './selection.ts'

/**
 * Catalogue queries of the screens, apart from the transport: the page's HTML inlines their responses
 * (infra/decisions/0032-page-html.md).
 */

/** Number of featured products on the home page. */
export const FEATURED_COUNT = 4

/** Default and maximum number of products in one response: a client requests the rest by `offset`. */
export const MAX_PAGE_SIZE = 100

/** Query parameters of product lists in the page's address; `from` and `to` are prices in hryvnia. */
export const productListParams = ['search', 'sort', 'package', 'from', 'to', 'featured'] as const
export type ProductListParam = (typeof productListParams)[number]

export interface ProductListQuery extends ProductFilter {
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export const buildListQuery = (lang: Language) => ({ query: { lang } })

export const buildDetailQuery = (slug: string, lang: Language) => ({ params: { slug }, query: { lang } })

export const buildFeaturedQuery = (lang: Language) => ({
  query: { featured: 'true' as const, lang, limit: String(FEATURED_COUNT) },
})

export const buildProductsQuery = (filter: ProductListQuery, lang: Language) => ({
  query: {
    categoryId: filter.categoryId,
    search: filter.search || undefined,
    featured: filter.featured ? ('true' as const) : undefined,
    package: filter.package,
    minPrice: toOptionalDecimal(filter.minPrice),
    maxPrice: toOptionalDecimal(filter.maxPrice),
    sort: filter.sort,
    limit: filter.limit?.toString(),
    offset: filter.offset?.toString(),
    lang,
  },
})

const toOptionalDecimal = (kopiykas: number | undefined) =>
  kopiykas === undefined ? undefined : kopiykasToDecimal(kopiykas)
