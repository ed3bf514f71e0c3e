import type { Category, Product } from '@tsedra/contract/catalogue'
import { buildShopView } from '@tsedra/contract/build-shop-view'
import type { Drink } from '@tsedra/contract/drinks'
import { type Language, sortTranslations } from '@tsedra/contract/language'
import { shownTexts } from '@tsedra/contract/shown-texts'
import { CATALOGUE_SCHEMA, type Snapshot, snapshot } from '@tsedra/contract/snapshot'
import * as z from 'zod/mini'
import type { CatalogueRows } from './catalogue-store.ts'
import { listPackages } from './price-packages.ts'
import type { StockedRows } from './select-rows.ts'

interface ViewItems {
  categories: Category[]
  products: Product[]
  drinks: Drink[]
}

/** Builds the catalogue of one language for phones (infra/decisions/0018-local-catalogue.md). */
export function buildSnapshot(
  rows: StockedRows,
  { categories, products, drinks }: ViewItems,
  lang: Language,
): Snapshot {
  const documents = new Map(buildSearchDocuments(rows).map((document) => [document.id, document]))
  return z.parse(snapshot, {
    schema: CATALOGUE_SCHEMA,
    version: rows.version,
    lang,
    currency: 'UAH',
    categories: categories.map((item) => ({
      ...item,
      translations: shownTexts(item.translations),
    })),
    products: products.map((item) => ({
      ...item,
      translations: shownTexts(item.translations).slice(0, 1),
      names: documents.get(item.id)?.names ?? '',
      about: documents.get(item.id)?.about ?? '',
    })),
    drinks: drinks.map((item) => ({
      ...item,
      translations: item.translations.slice(0, 1),
      names: joinNames(item.translations),
    })),
    synonyms: rows.synonyms,
    packages: listPackages(rows),
    shop: buildShopView(rows.settings, lang),
    pages: buildInfoPages(rows, lang),
  })
}

/** Returns the owner's texts of one language; undefined without any. */
function buildInfoPages({ infoPages }: Pick<CatalogueRows, 'infoPages'>, lang: Language): Snapshot['pages'] {
  const texts = infoPages.flatMap(({ slug, texts: { [lang]: text } }) => (text ? [[slug, text]] : []))
  return texts.length > 0 ? (Object.fromEntries(texts) as Snapshot['pages']) : undefined
}

/** Returns the search documents in the shop's order; the snapshots of phones contain the same texts. */
function buildSearchDocuments(rows: StockedRows) {
  const categoryNames = new Map(
    rows.categories.map(({ id, translations }) => [id, translations.map(({ name }) => name)]),
  )
  return rows.products.map(({ id, categoryId, translations }) => ({
    id,
    names: joinNames(translations),
    about: [
      ...(categoryNames.get(categoryId ?? '') ?? []),
      ...sortTranslations(translations, 'ua').map(({ shortDescription }) => shortDescription ?? ''),
    ].join(' · '),
  }))
}

const joinNames = (translations: Product['translations'] | Drink['translations']): string =>
  sortTranslations<{ language: Language; name: string }>(translations, 'ua')
    .map(({ name }) => name)
    .join(' · ')
