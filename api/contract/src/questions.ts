import type { ProductSort } from './catalogue.ts'
import type { Language } from './language.ts'

/** What the screens ask of the catalogue, told apart from how: the page's HTML brings the answers along (infra/decisions/0032-page-html.md). */

/** Featured products on the home page. */
export const FEATURED = 4

export interface ProductsWanted {
  categoryId?: string | undefined
  search?: string | undefined
  sort?: ProductSort | undefined
}

export const ofAll = (lang: Language) => ({ query: { lang } })

export const ofOne = (slug: string, lang: Language) => ({ params: { slug }, query: { lang } })

export const ofFeatured = (lang: Language) => ({ query: { featured: 'true' as const, lang, limit: String(FEATURED) } })

export const ofProducts = ({ categoryId, search, sort }: ProductsWanted, lang: Language) => ({
  query: { categoryId, search: search || undefined, sort, lang },
})
