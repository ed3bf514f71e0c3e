import type { Category, Product, Snapshot } from '@tsedra/contract/catalogue'
import type { ProductSearch } from '@tsedra/contract/search'
import { MAX_PAGE_SIZE, type ProductListQuery } from '@tsedra/contract/questions'
import { createSelection } from '@tsedra/contract/selection'
import { registerPreload } from '../../shared/lazy-component.ts'

/** Everything the screens ask of the catalogue, answered from one snapshot as the server would answer. */
export interface LocalCatalogue {
  categories(): Category[]
  category(slug: string): Category | undefined
  /** Undefined for a category that the snapshot does not know. */
  products(listQuery: ProductListQuery): Promise<{ products: Product[]; total: number } | undefined>
  /** Its translations hold one language: the asked one, or the one that stands in for it. */
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

  /** The search and its index are made when something is searched for the first time. */
  async function findMatches(query: string | undefined): Promise<string[] | undefined> {
    if (!query) return undefined
    const { createSearch, isSearch } = await loadSearch()
    if (!isSearch(query)) return undefined
    search ??= createSearch(snapshot.products)
    return search.find(query)
  }
}
