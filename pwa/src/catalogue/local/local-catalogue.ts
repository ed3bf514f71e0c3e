import type { Category, Product } from '@tsedra/contract/catalogue'
import type { Snapshot } from '@tsedra/contract/snapshot'
import type { InfoPageName } from '@tsedra/contract/info-page-names'
import type { InfoPage } from '@tsedra/contract/info-pages'
import type { Drink, DrinkPage } from '@tsedra/contract/drinks'
import { productsOfDrink } from '@tsedra/contract/products-of-drink'
import type { ProductSearch, SearchResult } from '@tsedra/contract/search'
import { MAX_PAGE_SIZE, type ProductListQuery } from '@tsedra/contract/catalogue-queries'
import { createSelection } from '@tsedra/contract/selection'
import { inStockFirst } from '@tsedra/contract/stock'
import { yieldToMain } from '../../shared/idle.ts'
import { registerPreload } from '../../shared/lazy-component.ts'

/** The catalogue's queries, computed from one snapshot with the same results as the server's. */
export interface LocalCatalogue {
  categories(): Category[]
  category(slug: string): Category | undefined
  /** Returns undefined for a category that the snapshot does not contain. */
  products(
    listQuery: ProductListQuery,
  ): Promise<{ products: Product[]; total: number; packages?: string[] | undefined } | undefined>
  /** Returns a product with one translation: the requested language, or its fallback. */
  product(slug: string): Product | undefined
  /** Returns undefined for a snapshot that an earlier release has stored. */
  drinks(): Drink[] | undefined
  /** Returns a drink with its products; undefined for a drink that the snapshot does not contain. */
  drink(slug: string): DrinkPage | undefined
  infoPage(slug: InfoPageName): InfoPage
  /** Returns what a query that is still typed may mean. The first call builds the index. */
  suggest(query: string): Promise<CatalogueSuggestions>
}

/** What a query may mean, best first; products without a package in stock are last, as in every list. */
export interface CatalogueSuggestions {
  products: Product[]
  drinks: Drink[]
  categories: Category[]
  /** The query that was searched instead. */
  correction: string | undefined
}

const MAX_SUGGESTED_PRODUCTS = 5

const loadSearch = () => import('@tsedra/contract/search')
registerPreload(loadSearch)

export function createLocalCatalogue(snapshot: Snapshot): LocalCatalogue {
  const categoriesById = new Map(
    snapshot.categories.map(({ id, slug, translations }) => [
      id,
      { id, slug, translations: translations.map(({ language, name }) => ({ language, name })) },
    ]),
  )
  const products = snapshot.products.map(
    ({ names: _names, about: _about, ...rest }): Product => ({
      ...rest,
      isActive: true,
      category: categoriesById.get(rest.categoryId ?? '') ?? null,
    }),
  )
  const select = createSelection(products)
  let search: Promise<ProductSearch> | undefined

  return {
    categories: () => snapshot.categories,
    category: (slug) => snapshot.categories.find((category) => category.slug === slug),
    product: (slug) => products.find((product) => product.slug === slug),
    drinks: () => snapshot.drinks,
    drink(slug) {
      const drink = snapshot.drinks?.find((item) => item.slug === slug)
      return drink && { drink, products: productsOfDrink(products, slug) }
    },
    // An older snapshot has no texts of the owner.
    infoPage: (slug) => ({ slug, markdown: snapshot.pages?.[slug] ?? null }),
    async suggest(query) {
      const found = (await openSearch()).suggest(query)
      const foundProducts = found.products.flatMap((id) => products.find((product) => product.id === id) ?? [])
      return {
        products: inStockFirst(foundProducts, (product) => product).slice(0, MAX_SUGGESTED_PRODUCTS),
        drinks: found.drinks.flatMap((slug) => snapshot.drinks?.find((drink) => drink.slug === slug) ?? []),
        categories: found.categories
          .flatMap((slug) => snapshot.categories.find((category) => category.slug === slug) ?? [])
          .filter(({ productsCount }) => productsCount > 0),
        correction: found.correction,
      }
    },
    async products({ search: query, limit = MAX_PAGE_SIZE, offset = 0, ...filter }) {
      if (filter.categoryId && !categoriesById.has(filter.categoryId)) return undefined
      const found = await findMatches(query?.normalize('NFC').trim())
      const indexes = select({ ...filter, package: filter.package ?? found?.package }, found?.ids)
      return {
        products: indexes.slice(offset, offset + limit).flatMap((index) => products[index] ?? []),
        total: indexes.length,
        ...(snapshot.packages && { packages: snapshot.packages }),
      }
    },
  }

  function openSearch(): Promise<ProductSearch> {
    if (!search) {
      search = loadSearch().then(({ createSearchInSlices }) => createSearchInSlices(snapshot, yieldToMain))
      search.catch(() => (search = undefined))
    }
    return search
  }

  async function findMatches(query: string | undefined): Promise<SearchResult | undefined> {
    if (!query) return undefined
    const { isSearch } = await loadSearch()
    return isSearch(query) ? (await openSearch()).find(query) : undefined
  }
}
