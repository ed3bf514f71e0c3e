import { readFileSync } from 'node:fs'
import { type Language, languages } from '@tsedra/contract/language'
import { defaultPackages } from '@tsedra/contract/package-prices'
import { parseStoredSettings } from '@tsedra/contract/shop-settings'
import { expect, test } from 'vitest'
import type { CatalogueRows } from './catalogue-store.ts'
import { buildReadModel } from './read-model.ts'

/** A query with the products that are right as its first result, and those that are not wrong among the first three. */
interface LabelledQuery {
  query: string
  class: string
  language: Language
  first: string[]
  relevant: string[]
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
// Written from the demo catalogue’s texts, each part before the search was run on it.
const queries = readJson('../../test/search-queries.json') as LabelledQuery[]
const model = buildReadModel(readDemoCatalogue(), '2026-11-21')

/** Least and greatest shares of right results. Sentences as people dictate them are the hardest. */
const limits = [
  { kind: 'queries', isSentence: false, first: 0.98, firstThree: 0.99, wrong: 0.02, notSold: 0.98 },
  { kind: 'dictated sentences', isSentence: true, first: 0.85, firstThree: 0.9, wrong: 0.1, notSold: 0.95 },
]

test.each(limits)('$kind of customers find what they mean first', ({ isSentence, ...limit }) => {
  const results = queries
    .filter((query) => (query.class === 'sentence') === isSentence)
    .map((query) => ({ ...query, found: search(query) }))
  const sold = results.filter(({ first }) => first.length > 0)
  const notSold = results.filter(({ first }) => first.length === 0)
  const share = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length
  const isHit = (count: number) =>
    sold.filter(({ first, found }) => found.slice(0, count).some((slug) => first.includes(slug)))
  const wrong = sold.filter(({ relevant, found }) => found.some((slug) => !relevant.includes(slug)))
  const notFound = notSold.filter(({ found }) => found.length === 0)

  expect.soft(share(isHit(1), sold)).toBeGreaterThanOrEqual(limit.first)
  expect.soft(share(isHit(3), sold)).toBeGreaterThanOrEqual(limit.firstThree)
  expect.soft(share(wrong, sold)).toBeLessThanOrEqual(limit.wrong)
  expect.soft(share(notFound, notSold)).toBeGreaterThanOrEqual(limit.notSold)
})

test('the name of a drink finds every product that staff assigned to it, in three languages', () => {
  for (const language of languages) {
    const { drinks, products } = readSnapshot(language)
    for (const { slug, names } of drinks) {
      const assigned = products.filter((product) => product.drinks.includes(slug)).map((product) => product.slug)
      for (const query of names.split(' · '))
        expect(search({ query, language }, 100), query).toEqual(expect.arrayContaining(assigned))
    }
  }
})

test('the name of a category finds exactly its products, in three languages', () => {
  for (const language of languages) {
    const { categories, products } = readSnapshot(language)
    for (const { id, translations } of categories) {
      const members = products.filter(({ categoryId }) => categoryId === id).map(({ slug }) => slug)
      expect(search({ query: translations[0]?.name ?? '', language }, 100), id).toEqual(members)
    }
  }
})

test('names of several goods find each of them', () => {
  const found = search({ query: 'апельсин лимон лайм', language: 'ua' })
  expect(found.toSorted()).toEqual(['lemon-chips', 'lime-chips', 'orange-chips'])
})

/** Returns the slugs of the first products. */
function search({ query, language }: Pick<LabelledQuery, 'query' | 'language'>, limit = 3): string[] {
  const { products } = JSON.parse(model.products(language, { search: query, limit, offset: 0 }).toString()) as {
    products: { slug: string }[]
  }
  return products.map(({ slug }) => slug)
}

const readSnapshot = (language: Language) =>
  JSON.parse(String(model.snapshot(language))) as {
    categories: { id: string; translations: { name: string }[] }[]
    drinks: { slug: string; names: string }[]
    products: { slug: string; categoryId: string; drinks: string[] }[]
  }

type Texts = Partial<Record<Language, Record<string, string>>>

/** Returns the demo catalogue as the database would. */
function readDemoCatalogue(): CatalogueRows {
  const seeds = readJson('../../seeds/catalogue.json') as {
    categories: { slug: string; sortOrder: number; translations: Texts }[]
    products: (Record<string, unknown> & { slug: string; category: string; isActive: boolean; translations: Texts })[]
    drinks: { slug: string; translations: Texts }[]
    synonyms: string[][]
  }
  const updatedAt = '2026-01-01T00:00:00Z'
  const blank = { shortDescription: null, description: null, seoTitle: null, seoDescription: null, reason: null }
  const toList = (texts: Texts) =>
    languages.flatMap((language) => (texts[language] ? [{ ...blank, language, ...texts[language] }] : []))
  const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const categoryIds = new Map(seeds.categories.map(({ slug }, index) => [slug, idOf(900 + index)]))
  const rows = {
    version: 1,
    packages: defaultPackages,
    settings: parseStoredSettings(undefined),
    infoPages: [],
    categories: seeds.categories.map(({ slug, sortOrder, translations }) => ({
      id: categoryIds.get(slug),
      slug,
      sortOrder,
      imageUrl: null,
      isActive: true,
      updatedAt,
      translations: toList(translations),
    })),
    products: seeds.products
      .filter(({ isActive }) => isActive)
      .map((product, index) => ({
        ...product,
        id: idOf(index),
        categoryId: categoryIds.get(product.category),
        imageUrl: null,
        galleryImages: [],
        likesCount: 0,
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt,
        translations: toList(product.translations),
      })),
    drinks: seeds.drinks.map(({ slug, translations }) => ({ slug, updatedAt, translations: toList(translations) })),
    synonyms: seeds.synonyms,
  }
  // The read model validates every part of it.
  return rows as unknown as CatalogueRows
}
