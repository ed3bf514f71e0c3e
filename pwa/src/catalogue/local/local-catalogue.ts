import type { Category, Product, Snapshot } from '@tsedra/contract/catalogue'
import type { ProductSearch } from '@tsedra/contract/search'
import { MAX_PAGE_SIZE, type ProductListQuery } from '@tsedra/contract/catalogue-queries'
import { createSelection } from '@tsedra/contract/selection'
import { registerPreload } from '../../shared/lazy-component.ts'

/** The catalogue's queries, computed from one snapshot with the same results as the server's. */
export interface LocalCatalogue {
  categories(): Category[]
  category(slug: string): Category | undefined
  /** Returns undefined for a category that the snapshot does not contain. */
  products(listQuery: ProductListQuery): Promise<{ products: Product[]; total: number } | undefined>
  /** Returns a product with one translation: the requested language, or its fallback. */
  product(slug: string): Product | undefined
}

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
  let search: ProductSearch | undefined

  return {
    categories: () => snapshot.categories,
    category: (slug) => snapshot.categories.find((category) => category.slug === slug),
    product: (slug) => products.find((product) => product.slug === slug),
    async products({ search: query, limit = MAX_PAGE_SIZE, offset = 0, ...filter }) {
      if (filter.categoryId && !categoriesById.has(filter.categoryId)) return undefined
      const indexes = select(filter, await findMatches(query?.normalize('NFC').trim()))
      return {
        products: indexes.slice(offset, offset + limit).flatMap((index) => products[index] ?? []),
        total: indexes.length,
      }
    },
  }

  /** Returns the ids of matching products; the first search creates the index. */
  async function findMatches(query: string | undefined): Promise<string[] | undefined> {
    if (!query) return undefined
    const { createSearch, isSearch } = await loadSearch()
    if (!isSearch(query)) return undefined
    search ??= createSearch(snapshot.products)
    return search.find(query)
  }
}
