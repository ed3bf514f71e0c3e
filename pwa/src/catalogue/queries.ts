import type {
  Category,
  getCategory,
  getProduct,
  listCategories,
  listProducts,
  Product,
  ProductSort,
} from '@tsedra/contract/catalogue'
import type { Language } from '@tsedra/contract/language'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../shared/api.ts'
import { FEATURED, ofAll, ofFeatured, ofOne, ofProducts, type ProductsWanted } from '@tsedra/contract/questions'
import { answer } from './source.ts'

export type { Category, Product, ProductSort }

/** Kept for the next visit, also while another screen is shown. */
const onFirstPaint = { meta: { firstPaint: true }, gcTime: Infinity } as const

/** The one door to the catalogue: screens do not know where it is read from. */
export const categoriesQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['categories', lang],
    ...onFirstPaint,
    queryFn: ({ signal }) =>
      answer(
        lang,
        (shelf) => shelf.categories(),
        (until) => call<typeof listCategories>('GET /api/categories', ofAll(lang), until),
        signal,
      ),
  })

export const categoryQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['category', slug, lang],
    queryFn: ({ signal }) =>
      answer(
        lang,
        (shelf) => shelf.category(slug),
        (until) => call<typeof getCategory>('GET /api/categories/:slug', ofOne(slug, lang), until),
        signal,
      ),
  })

export const featuredQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['featured', lang],
    ...onFirstPaint,
    queryFn: ({ signal }) =>
      answer(
        lang,
        (shelf) => shelf.products({ featured: true, limit: FEATURED }),
        (until) => call<typeof listProducts>('GET /api/products', ofFeatured(lang), until),
        signal,
      ),
  })

export const productsQuery = ({ categoryId, search, sort }: ProductsWanted, lang: Language) =>
  queryOptions({
    queryKey: ['products', categoryId, search, sort, lang],
    queryFn: ({ signal }) =>
      answer(
        lang,
        (shelf) => shelf.products({ categoryId, search, sort }),
        (until) =>
          call<typeof listProducts>('GET /api/products', ofProducts({ categoryId, search, sort }, lang), until),
        signal,
      ),
    placeholderData: keepPreviousData,
  })

export const productQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['product', slug, lang],
    queryFn: ({ signal }) =>
      answer(
        lang,
        (shelf) => shelf.product(slug),
        (until) => call<typeof getProduct>('GET /api/products/:slug', ofOne(slug, lang), until),
        signal,
      ),
  })

/** What a list has already told of a category, until its own answer is here. */
export const knownCategory = (client: QueryClient, slug: string, lang: Language): Category | undefined =>
  client.getQueryData(categoriesQuery(lang).queryKey)?.find((category) => category.slug === slug)

/** What any list has already told of a product, until its own answer is here. */
export function knownProduct(client: QueryClient, slug: string, lang: Language): Product | undefined {
  const lists = client.getQueriesData<{ products: Product[] }>({
    predicate: ({ queryKey: [kind, ...rest] }) => (kind === 'featured' || kind === 'products') && rest.at(-1) === lang,
  })
  return lists.flatMap(([, list]) => list?.products ?? []).find((product) => product.slug === slug)
}
