import { readFileSync } from 'node:fs'
import { type Language, languages } from '@tsedra/contract/language'
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
const model = buildReadModel(readDemoCatalogue())

test(`${queries.length} queries of customers find what they mean first`, () => {
  const results = queries.map((query) => ({ ...query, found: search(query) }))
  const sold = results.filter(({ first }) => first.length > 0)
  const notSold = results.filter(({ first }) => first.length === 0)
  const share = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length
  const isHit = (count: number) =>
    sold.filter(({ first, found }) => found.slice(0, count).some((slug) => first.includes(slug)))
  const wrong = sold.filter(({ relevant, found }) => found.some((slug) => !relevant.includes(slug)))

  expect.soft(share(isHit(1), sold)).toBeGreaterThanOrEqual(0.98)
  expect.soft(share(isHit(3), sold)).toBeGreaterThanOrEqual(0.99)
  expect.soft(share(wrong, sold)).toBeLessThanOrEqual(0.02)
  expect
    .soft(
      share(
        notSold.filter(({ found }) => found.length === 0),
        notSold,
      ),
    )
    .toBeGreaterThanOrEqual(0.98)
})

/** Returns the slugs of the first three products. */
function search({ query, language }: LabelledQuery): string[] {
  const { products } = JSON.parse(model.products(language, { search: query, limit: 3, offset: 0 })) as {
    products: { slug: string }[]
  }
  return products.map(({ slug }) => slug)
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
