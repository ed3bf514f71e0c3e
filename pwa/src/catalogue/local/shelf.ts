import type { Category, Product, Snapshot } from '@tsedra/contract/catalogue'
import type { ProductSearch } from '@tsedra/contract/search'
import { PAGE, type ProductsWanted } from '@tsedra/contract/questions'
import { createSelection } from '@tsedra/contract/selection'
import { neededLater } from '../../shared/lazily.ts'

/** Everything the screens ask of the catalogue, answered from one snapshot as the server would answer. */
export interface Shelf {
  categories(): Category[]
  category(slug: string): Category | undefined
  /** Undefined for a category that the snapshot does not know. */
  products(wanted: ProductsWanted): Promise<{ products: Product[]; total: number } | undefined>
  /** Its translations hold one language: the asked one, or the one that stands in for it. */
  product(slug: string): Product | undefined
}

const searchPart = () => import('@tsedra/contract/search')
neededLater(searchPart)

export function openShelf(snapshot: Snapshot): Shelf {
  const homes = new Map(
    snapshot.categories.map(({ id, slug, translations }) => [
      id,
      { id, slug, translations: translations.map(({ language, name }) => ({ language, name })) },
    ]),
  )
  const products = snapshot.products.map(
    ({ names: _names, about: _about, ...rest }): Product => ({
      ...rest,
      isActive: true,
      category: homes.get(rest.categoryId ?? '') ?? null,
    }),
  )
  const select = createSelection(products)
  let search: ProductSearch | undefined

  return {
    categories: () => snapshot.categories,
    category: (slug) => snapshot.categories.find((category) => category.slug === slug),
    product: (slug) => products.find((product) => product.slug === slug),
    async products({ search: query, limit = PAGE, offset = 0, ...filter }) {
      if (filter.categoryId && !homes.has(filter.categoryId)) return undefined
      const places = select(filter, await find(query?.normalize('NFC').trim()))
      return {
        products: places.slice(offset, offset + limit).flatMap((place) => products[place] ?? []),
        total: places.length,
      }
    },
  }

  /** The search and its index are made when something is searched for the first time. */
  async function find(query: string | undefined): Promise<string[] | undefined> {
    if (!query) return undefined
    const { createSearch, isSearch } = await searchPart()
    if (!isSearch(query)) return undefined
    search ??= createSearch(snapshot.products)
    return search.find(query)
  }
}
