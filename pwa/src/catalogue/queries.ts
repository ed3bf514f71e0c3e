import type {
  Category,
  getCategory,
  getProduct,
  listCategories,
  listProducts,
  Product,
  ProductSort,
} from '@tsedra/contract/catalogue'
import type { Drink, DrinkPage, getDrink, listDrinks } from '@tsedra/contract/drinks'
import type { Endpoint, ResponseOf } from '@tsedra/contract/endpoint'
import type { Language } from '@tsedra/contract/language'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { shownTexts } from '@tsedra/contract/shown-texts'
import { callApi, takeInlinedReply } from '../shared/api.ts'
import {
  FEATURED_COUNT,
  buildListQuery,
  buildFeaturedQuery,
  buildDetailQuery,
  buildProductsQuery,
  type ProductListQuery,
} from '@tsedra/contract/catalogue-queries'
import type { LocalCatalogue } from './local/local-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

export type { Category, Drink, DrinkPage, Product, ProductSort }

/** Persists a query for the next visit, also while another screen is shown. */
const persistedOptions = { meta: { firstPaint: true }, gcTime: Infinity } as const

/** Reduces a product to the shown translation, as the local catalogue has it: a later local result then renders nothing again. */
const withOneTranslation = (product: Product): Product => ({
  ...product,
  translations: shownTexts(product.translations.slice(0, 1)),
})
export type ProductListResult = ResponseOf<typeof listProducts>
const withOneTranslationEach = ({ products, ...list }: ProductListResult): ProductListResult => ({
  products: products.map(withOneTranslation),
  ...list,
})

/** Reads from the page's HTML if it contains the response, else from the local catalogue or the server (read-catalogue.ts). */
export const catalogueOptions = <E extends Endpoint>(
  lang: Language,
  address: E['route'],
  input: Parameters<typeof callApi<E>>[1],
  readLocally: (catalogue: LocalCatalogue) => ResponseOf<E> | undefined | Promise<ResponseOf<E> | undefined>,
) => ({
  initialData: () => takeInlinedReply<E>(address, input),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    // Also when a persisted copy of the last visit is on the screen.
    takeInlinedReply<E>(address, input) ??
    (await readCatalogue(lang, readLocally, (requestSignal) => callApi<E>(address, input, requestSignal), signal)),
})

const withShownTexts = (category: Category): Category => ({
  ...category,
  translations: shownTexts(category.translations),
})
/** Omits categories without products: their page would be empty. */
const omitEmptyCategories = (categories: Category[]) =>
  categories.filter(({ productsCount }) => productsCount > 0).map(withShownTexts)

export const categoriesQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['categories', lang],
    ...persistedOptions,
    ...catalogueOptions<typeof listCategories>(lang, 'GET /api/categories', buildListQuery(lang), (catalogue) =>
      catalogue.categories(),
    ),
    select: omitEmptyCategories,
  })

export const categoryQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['category', slug, lang],
    ...catalogueOptions<typeof getCategory>(
      lang,
      'GET /api/categories/:slug',
      buildDetailQuery(slug, lang),
      (catalogue) => catalogue.category(slug),
    ),
    select: withShownTexts,
  })

export const featuredQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['featured', lang],
    ...persistedOptions,
    ...catalogueOptions<typeof listProducts>(lang, 'GET /api/products', buildFeaturedQuery(lang), (catalogue) =>
      catalogue.products({ featured: true, limit: FEATURED_COUNT }),
    ),
    select: withOneTranslationEach,
  })

export const productsQuery = (listQuery: ProductListQuery, lang: Language) =>
  queryOptions({
    queryKey: ['products', listQuery, lang],
    ...catalogueOptions<typeof listProducts>(
      lang,
      'GET /api/products',
      buildProductsQuery(listQuery, lang),
      (catalogue) => catalogue.products(listQuery),
    ),
    select: withOneTranslationEach,
    placeholderData: keepPreviousData,
  })

export const productQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['product', slug, lang],
    ...catalogueOptions<typeof getProduct>(lang, 'GET /api/products/:slug', buildDetailQuery(slug, lang), (catalogue) =>
      catalogue.product(slug),
    ),
    select: withOneTranslation,
  })

export const drinksQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['drinks', lang],
    ...catalogueOptions<typeof listDrinks>(lang, 'GET /api/drinks', buildListQuery(lang), (catalogue) =>
      catalogue.drinks(),
    ),
  })

export const drinkQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['drink', slug, lang],
    ...catalogueOptions<typeof getDrink>(lang, 'GET /api/drinks/:slug', buildDetailQuery(slug, lang), (catalogue) =>
      catalogue.drink(slug),
    ),
    select: ({ drink, products }: DrinkPage) => ({ drink, products: products.map(withOneTranslation) }),
  })

/** Returns a category from a cached list, as a placeholder until its own response arrives. */
export const getCachedCategory = (client: QueryClient, slug: string, lang: Language): Category | undefined =>
  client.getQueryData(categoriesQuery(lang).queryKey)?.find((category) => category.slug === slug)

/** Returns a product from any cached list, as a placeholder until its own response arrives. */
export function getCachedProduct(client: QueryClient, slug: string, lang: Language): Product | undefined {
  const lists = client.getQueriesData<{ products: Product[] }>({
    predicate: ({ queryKey: [kind, ...rest] }) => (kind === 'featured' || kind === 'products') && rest.at(-1) === lang,
  })
  return lists.flatMap(([, list]) => list?.products ?? []).find((product) => product.slug === slug)
}
