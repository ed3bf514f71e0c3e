import type {
  Category,
  getCategory,
  getProduct,
  listCategories,
  listProducts,
  Product,
  ProductSort,
} from '@tsedra/contract/catalogue'
import type { Endpoint, ReplyOf } from '@tsedra/contract/endpoint'
import type { Language } from '@tsedra/contract/language'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, told } from '../shared/api.ts'
import { FEATURED, ofAll, ofFeatured, ofOne, ofProducts, type ProductsWanted } from '@tsedra/contract/questions'
import type { Shelf } from './local/shelf.ts'
import { answer } from './source.ts'

export type { Category, Product, ProductSort }

/** Kept for the next visit, also while another screen is shown. */
const onFirstPaint = { meta: { firstPaint: true }, gcTime: Infinity } as const

/** In the one language that is shown, as a phone keeps it: what the kept catalogue says later of the same product draws nothing anew. */
const shown = (product: Product): Product => ({ ...product, translations: product.translations.slice(0, 1) })
const allShown = ({ products, total }: { products: Product[]; total: number }) => ({
  products: products.map(shown),
  total,
})

/** Answered by the page's HTML, else by whoever has it (source.ts). */
const asked = <E extends Endpoint>(
  lang: Language,
  address: E['address'],
  input: Parameters<typeof call<E>>[1],
  read: (shelf: Shelf) => ReplyOf<E> | undefined | Promise<ReplyOf<E> | undefined>,
) => ({
  initialData: () => told<E>(address, input),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    // Also where a copy of the last visit is on the screen.
    told<E>(address, input) ?? (await answer(lang, read, (until) => call<E>(address, input, until), signal)),
})

/** A category in which nothing is sold leads to an empty page. */
const withProducts = (categories: Category[]) => categories.filter(({ productsCount }) => productsCount > 0)

/** The one door to the catalogue: screens do not know where it is read from. */
export const categoriesQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['categories', lang],
    ...onFirstPaint,
    ...asked<typeof listCategories>(lang, 'GET /api/categories', ofAll(lang), (shelf) => shelf.categories()),
    select: withProducts,
  })

export const categoryQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['category', slug, lang],
    ...asked<typeof getCategory>(lang, 'GET /api/categories/:slug', ofOne(slug, lang), (shelf) => shelf.category(slug)),
  })

export const featuredQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['featured', lang],
    ...onFirstPaint,
    ...asked<typeof listProducts>(lang, 'GET /api/products', ofFeatured(lang), (shelf) =>
      shelf.products({ featured: true, limit: FEATURED }),
    ),
    select: allShown,
  })

export const productsQuery = (wanted: ProductsWanted, lang: Language) =>
  queryOptions({
    queryKey: ['products', wanted, lang],
    ...asked<typeof listProducts>(lang, 'GET /api/products', ofProducts(wanted, lang), (shelf) =>
      shelf.products(wanted),
    ),
    select: allShown,
    placeholderData: keepPreviousData,
  })

export const productQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['product', slug, lang],
    ...asked<typeof getProduct>(lang, 'GET /api/products/:slug', ofOne(slug, lang), (shelf) => shelf.product(slug)),
    select: shown,
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
