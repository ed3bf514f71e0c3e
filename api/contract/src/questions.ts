import type { Language } from './language.ts'
import { moneyText } from './money.ts'
import type { ProductFilter } from './selection.ts'

/** What the screens ask of the catalogue, told apart from how: the page's HTML brings the answers along (infra/decisions/0032-page-html.md). */

/** Featured products on the home page. */
export const FEATURED = 4

/** Products in one answer unless a client asks for fewer, and the most it gets: the rest is asked for by `offset`. */
export const PAGE = 100

/** What an address of the page may choose among its products; `from` and `to` are prices in hryvnia. */
export const choices = ['search', 'sort', 'package', 'from', 'to', 'featured'] as const
export type Choice = (typeof choices)[number]

export interface ProductsWanted extends ProductFilter {
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export const ofAll = (lang: Language) => ({ query: { lang } })

export const ofOne = (slug: string, lang: Language) => ({ params: { slug }, query: { lang } })

export const ofFeatured = (lang: Language) => ({ query: { featured: 'true' as const, lang, limit: String(FEATURED) } })

export const ofProducts = (wanted: ProductsWanted, lang: Language) => ({
  query: {
    categoryId: wanted.categoryId,
    search: wanted.search || undefined,
    featured: wanted.featured ? ('true' as const) : undefined,
    package: wanted.package,
    minPrice: sumOf(wanted.minPrice),
    maxPrice: sumOf(wanted.maxPrice),
    sort: wanted.sort,
    limit: wanted.limit?.toString(),
    offset: wanted.offset?.toString(),
    lang,
  },
})

const sumOf = (kopiykas: number | undefined) => (kopiykas === undefined ? undefined : moneyText(kopiykas))
