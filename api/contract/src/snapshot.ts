import * as z from 'zod/mini'
import { category, product } from './catalogue.ts'
import { drink } from './drinks.ts'
import { endpoint } from './endpoint.ts'
import { infoPages } from './info-page-names.ts'
import { languages } from './language.ts'
import { shopView } from './shop-view.ts'
import { languageInput, packageSize, queryInteger } from './text.ts'

/** Version of the snapshot format; clients ignore a snapshot of another version. */
export const CATALOGUE_SCHEMA = 1

/** A product of the local catalogue: one language, and the search texts of the others. */
export const snapshotProduct = z.extend(z.omit(product, { category: true, isActive: true }), {
  /** Names in every language, one text; see search.ts. */
  names: z.string(),
  /** Category names and short descriptions in every language, one text. */
  about: z.string(),
})

/** A drink of the local catalogue: one language. */
export const snapshotDrink = z.extend(drink, {
  /** Names in every language, one text. */
  names: z.string(),
})

export const snapshot = z.object({
  schema: z.literal(CATALOGUE_SCHEMA),
  /** Grows with every change of the catalogue. */
  version: z.int(),
  lang: z.enum(languages),
  currency: z.literal('UAH'),
  categories: z.array(category),
  products: z.array(snapshotProduct),
  /** Missing in snapshots that an earlier release has stored on the phone; so are `synonyms`. */
  drinks: z.optional(z.array(snapshotDrink)),
  /** Groups of words that mean the same. */
  synonyms: z.optional(z.array(z.array(z.string()))),
  /** Package sizes of the shop, in its order; missing while they are the built-in ones. */
  packages: z.optional(z.array(packageSize)),
  /** The owner's texts and contacts; missing while all are built in (infra/decisions/0042-shop-settings.md). */
  shop: z.optional(shopView),
  /** The owner's texts of info pages, as Markdown; missing without any. */
  pages: z.optional(z.partialRecord(z.enum(infoPages), z.string())),
})
export type Snapshot = z.infer<typeof snapshot>

/** The parts of a snapshot besides its products: each is one unit of a delta. */
export const snapshotParts = z.partial(
  z.omit(snapshot, { schema: true, version: true, lang: true, currency: true, products: true }),
)

/**
 * What has changed in a snapshot since the version `since`. `mergeDelta` (merge-delta.ts) applies it; the result is the
 * snapshot whose ETag the response has (infra/decisions/0018-local-catalogue.md).
 */
export const catalogueDelta = z.object({
  schema: z.literal(CATALOGUE_SCHEMA),
  version: z.int(),
  since: z.int(),
  lang: z.enum(languages),
  /** The changed parts; null for one that the snapshot does not have any more. */
  parts: z.extend(snapshotParts, {
    packages: z.optional(z.nullable(z.array(packageSize))),
    shop: z.optional(z.nullable(shopView)),
    pages: z.optional(z.nullable(z.partialRecord(z.enum(infoPages), z.string()))),
  }),
  /** New and changed products. */
  products: z.array(snapshotProduct),
  /** Ids of the products that the snapshot does not have any more. */
  deleted: z.array(z.uuid()),
})
export type CatalogueDelta = z.infer<typeof catalogueDelta>

export const getCatalogue = endpoint({
  route: 'GET /api/catalogue/:lang',
  summary:
    'The whole active catalogue of one language, for the local catalogue of the phone; with `since`, the version that the phone has, what has changed, when that is known and less.',
  params: z.strictObject({ lang: languageInput }),
  query: z.strictObject({ since: z.optional(queryInteger(0, 999_999_999)) }),
  response: z.union([snapshot, catalogueDelta]),
})
