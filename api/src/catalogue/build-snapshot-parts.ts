import type { Category } from '@tsedra/contract/catalogue'
import { buildShopView } from '@tsedra/contract/build-shop-view'
import type { Drink } from '@tsedra/contract/drinks'
import type { Language } from '@tsedra/contract/language'
import { shownTexts } from '@tsedra/contract/shown-texts'
import { type Snapshot, snapshotParts } from '@tsedra/contract/snapshot'
import * as z from 'zod/mini'
import type { SharedRows } from './catalogue-store.ts'
import { joinNames } from './join-names.ts'
import { listPackages } from './price-packages.ts'

/** The parts of a snapshot besides its products, as JSON; one that the snapshot does not have is missing. */
export type SnapshotParts = ReadonlyMap<SnapshotPart, string>
export type SnapshotPart = (typeof partNames)[number]

/** The parts in the order of the schema; the products follow the categories. */
export const partNames = ['categories', 'drinks', 'synonyms', 'packages', 'shop', 'pages'] as const

/** Builds the parts of the snapshot of one language, for phones (infra/decisions/0018-local-catalogue.md). */
export function buildSnapshotParts(
  rows: SharedRows,
  { categories, drinks }: { categories: Category[]; drinks: Drink[] },
  lang: Language,
): SnapshotParts {
  const parts = z.parse(snapshotParts, {
    categories: categories.map((item) => ({ ...item, translations: shownTexts(item.translations) })),
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
  return new Map(
    partNames.flatMap((name): [SnapshotPart, string][] => (parts[name] ? [[name, JSON.stringify(parts[name])]] : [])),
  )
}

/** Returns the owner's texts of one language; undefined without any. */
function buildInfoPages({ infoPages }: Pick<SharedRows, 'infoPages'>, lang: Language): Snapshot['pages'] {
  const texts = infoPages.flatMap(({ slug, texts: { [lang]: text } }) => (text ? [[slug, text]] : []))
  return texts.length > 0 ? (Object.fromEntries(texts) as Snapshot['pages']) : undefined
}
