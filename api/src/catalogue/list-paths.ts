import { defaultLanguage, type Language } from '@tsedra/contract/language'
import type { SharedRows } from './catalogue-store.ts'
import { type ProductEntry, readSnapshotProduct } from './product-entries.ts'

/** A public path with the time of its last change (ISO 8601) and its pictures. */
export interface ListedPath {
  path: string
  changedAt: string
  translatedInto: readonly Language[]
  pictures: readonly string[]
}

/** Returns the paths of all categories, products and drinks; the page of a drink shows its products too. */
export function listPaths(
  { categories, drinks }: Pick<SharedRows, 'categories' | 'drinks'>,
  products: readonly ProductEntry[],
  productsOfDrinks: ReadonlyMap<string, readonly number[]>,
): ListedPath[] {
  return [
    ...categories.map((row) => ({
      path: `/category/${row.slug}`,
      changedAt: row.updatedAt,
      ...translatedInto(row),
      pictures: listPictures(row),
    })),
    ...products.map((entry) => ({
      path: `/product/${entry.slug}`,
      changedAt: entry.updatedAt,
      translatedInto: entry.translatedInto,
      // Validated by the contract's schema before it was serialised.
      pictures: listPictures(JSON.parse(readSnapshotProduct(entry, defaultLanguage).toString()) as Pictures),
    })),
    ...drinks.flatMap((row) => {
      const indexes = productsOfDrinks.get(row.slug)
      if (!indexes) return []
      const times = [row.updatedAt, ...indexes.map((index) => products[index]?.updatedAt ?? '')]
      const changedAt = times.sort().at(-1) ?? row.updatedAt
      return [{ path: `/drink/${row.slug}`, changedAt, ...translatedInto(row), pictures: [] }]
    }),
  ]
}

const translatedInto = ({ translations }: { translations: readonly { language: Language }[] }) => ({
  translatedInto: translations.map(({ language }) => language),
})

interface Pictures {
  imageUrl: string | null
  galleryImages?: readonly string[]
}

const listPictures = ({ imageUrl, galleryImages = [] }: Pictures): string[] => [
  ...(imageUrl ? [imageUrl] : []),
  ...galleryImages,
]
