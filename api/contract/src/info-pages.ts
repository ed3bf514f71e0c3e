import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { infoPages } from './info-page-names.ts'
import { type Language, languages } from './language.ts'
import { languageInput, slug, text } from './text.ts'

/** Texts of the info pages that the owner writes as Markdown (markdown.ts): infra/decisions/0042-shop-settings.md. */

export const MAX_INFO_PAGE_LENGTH = 8_000
/** Versions that the history lists; older ones stay in the database. */
export const LISTED_VERSIONS = 10

export const infoPage = z.object({
  slug: z.enum(infoPages),
  /** The owner's text; null means the built-in one. */
  markdown: z.nullable(z.string()),
})
export type InfoPage = z.infer<typeof infoPage>

export const getInfoPage = endpoint({
  route: 'GET /api/pages/:slug',
  summary: 'The owner’s text of an info page in one language.',
  params: z.strictObject({ slug }),
  query: z.strictObject({ lang: z.optional(languageInput) }),
  response: infoPage,
  errors: ['not_found'],
})

/** Returns an object with one value per language. */
const perLanguage = <Value>(value: Value): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, value])) as Record<Language, Value>

/** An empty text means the built-in one. */
const textsInput = z.strictObject(perLanguage(text(MAX_INFO_PAGE_LENGTH, { lines: true })))
const texts = z.object(perLanguage(z.string()))
export type InfoPageTexts = z.infer<typeof texts>
export const emptyInfoPageTexts: InfoPageTexts = perLanguage('')

const staffInfoPage = z.object({
  slug: z.enum(infoPages),
  texts,
  /** 0 before the first change. */
  version: z.int(),
  /** The newest versions, the present one first. */
  history: z.array(z.object({ version: z.int(), texts, createdAt: z.iso.datetime() })),
})
export type StaffInfoPage = z.infer<typeof staffInfoPage>

export const getStaffInfoPage = endpoint({
  route: 'GET /api/admin/pages/:slug',
  summary: 'An info page in every language, with its latest versions.',
  access: 'admin',
  params: z.strictObject({ slug }),
  response: staffInfoPage,
  errors: [...staffOnlyErrors, 'not_found'],
})

export const infoPageInput = z.strictObject({ texts: textsInput, version: z.int().check(z.minimum(0)) })
export type InfoPageInput = z.output<typeof infoPageInput>

export const changeInfoPage = endpoint({
  route: 'PUT /api/admin/pages/:slug',
  summary: 'Adds a version of an info page; refused when another user has saved a newer one.',
  access: 'admin',
  params: z.strictObject({ slug }),
  body: infoPageInput,
  response: staffInfoPage,
  errors: [...staffOnlyErrors, 'not_found', 'changed_meanwhile'],
})
