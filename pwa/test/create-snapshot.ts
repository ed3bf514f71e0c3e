import type { Snapshot } from '@tsedra/contract/snapshot'
import type { Language } from '@tsedra/contract/language'

/** Returns a catalogue snapshot with one category and the products p1, p2, … */
export function createSnapshot({
  products,
  version = 1,
  lang = 'ua',
}: {
  products: number
  version?: number
  lang?: Language
}): Snapshot {
  const categoryId = createId(9_999)
  const texts = { description: null, seoTitle: null, seoDescription: null }
  return {
    schema: 1,
    version,
    lang,
    currency: 'UAH',
    categories: [
      {
        id: categoryId,
        slug: 'home',
        imageUrl: null,
        sortOrder: 0,
        isActive: true,
        productsCount: products,
        translations: [{ language: lang, name: 'Home', ...texts }],
      },
    ],
    products: Array.from({ length: products }, (_, index) => ({
      id: createId(index + 1),
      slug: `p${index + 1}`,
      categoryId: categoryId,
      price: `${index + 10}.00`,
      imageUrl: null,
      galleryImages: [],
      availablePackages: ['50г'],
      isFeatured: index === 0,
      sortOrder: index,
      likesCount: 0,
      createdAt: '2026-01-01T00:00:00.000Z',
      translations: [{ language: lang, name: `Product ${index + 1}`, shortDescription: null, ...texts }],
      names: `Product ${index + 1}`,
      about: 'Home',
    })),
  }
}

const createId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
