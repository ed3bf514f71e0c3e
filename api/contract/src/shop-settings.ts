import * as z from 'zod/mini'
import { catch as withDefault } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { type Language, languages } from './language.ts'
import { parsePicture } from './picture.ts'
import { DEFAULT_PROMISE_HOURS } from './shop-promise.ts'
import { text } from './text.ts'

/** Settings of the shop that its owner changes: infra/decisions/0042-shop-settings.md. */

/** Version of the format in the database. */
export const SETTINGS_SCHEMA = 1
export const MAX_PROMISE_HOURS = 168
export const MAX_LINKS = 8

/** Texts per language with their maximum length; an empty text means the built-in one. */
export const settingTexts = {
  name: 60,
  tagline: 120,
  address: 255,
  workingHours: 120,
  sellerName: 160,
  sellerAddress: 255,
  headline: 40,
  headlineEnd: 40,
  lead: 200,
  claimFirst: 40,
  claimSecond: 40,
  claimThird: 40,
  footer: 120,
  newsletterTitle: 80,
  newsletterText: 240,
} as const
export type SettingText = keyof typeof settingTexts
export const settingTextNames = Object.keys(settingTexts) as SettingText[]

const contactFields = {
  phone: z.string().check(z.maxLength(24), z.regex(/^(?:\+?[0-9][0-9 ()-]{6,22})?$/)),
  /** Without `@`. */
  telegram: z.string().check(z.regex(/^(?:[A-Za-z][A-Za-z0-9_]{4,31})?$/)),
  email: z.string().check(z.maxLength(254), z.regex(/^(?:[!-?A-~]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)?$/)),
  /** In the state register. */
  sellerRegistration: z.string().check(z.regex(/^(?:[0-9]{8,10})?$/)),
}
const link = z.string().check(z.maxLength(300), z.regex(/^https:\/\/[A-Za-z0-9.-]+(?:[/?#][!-~]*)?$/))
const links = z.array(link).check(z.maxLength(MAX_LINKS))
const promiseHours = z.int().check(z.minimum(1), z.maximum(MAX_PROMISE_HOURS))

/** Pictures that replace built-in ones; an empty address means the built-in one. */
export const settingPictures = ['logo', 'heroPicture'] as const
export type SettingPicture = (typeof settingPictures)[number]

/** A hosted picture, an upload of `POST /api/objects/upload`, or an empty text. Omitted, the stored picture stays. */
const pictureSource = z.optional(
  z.string().check(z.regex(/^(?:\/media\/[0-9a-f]{20}-\d{1,4}x\d{1,4}c?\.webp|\/incoming\/[0-9a-f-]{36})?$/)),
)

/** Returns an object with one value per key. */
function mapKeys<Key extends string, Value>(keys: readonly Key[], create: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, create(key)])) as Record<Key, Value>
}

const textsInput = z.strictObject(
  mapKeys(settingTextNames, (name) => z.strictObject(mapKeys(languages, () => text(settingTexts[name])))),
)

/** All settings, as the form sends them. */
export const shopSettings = z.strictObject({
  texts: textsInput,
  ...contactFields,
  links,
  promiseHours,
  ...mapKeys(settingPictures, () => pictureSource),
})

const storedPicture = withDefault(z.string().check(z.refine((address) => parsePicture(address) !== undefined)), '')

/** Stored settings: a missing or invalid field has its default, so that no stored text stops the shop. */
const storedSettings = z.object({
  texts: withDefault(
    z.object(
      mapKeys(settingTextNames, (name) =>
        withDefault(z.object(mapKeys(languages, () => withDefault(text(settingTexts[name]), ''))), () =>
          mapKeys(languages, () => ''),
        ),
      ),
    ),
    () => mapKeys(settingTextNames, () => mapKeys(languages, () => '')),
  ),
  phone: withDefault(contactFields.phone, ''),
  telegram: withDefault(contactFields.telegram, ''),
  email: withDefault(contactFields.email, ''),
  sellerRegistration: withDefault(contactFields.sellerRegistration, ''),
  links: withDefault(links, []),
  promiseHours: withDefault(promiseHours, DEFAULT_PROMISE_HOURS),
  ...mapKeys(settingPictures, () => storedPicture),
})
export type ShopSettings = z.output<typeof storedSettings>

/** Returns the settings of a stored document; defaults for none. */
export const parseStoredSettings = (stored: unknown): ShopSettings =>
  storedSettings.parse(typeof stored === 'object' && stored !== null ? stored : {})

/** Returns the owner's text of a language; undefined means the built-in text. */
export const pickSettingText = ({ texts }: ShopSettings, name: SettingText, lang: Language): string | undefined =>
  texts[name][lang] || undefined

const response = z.object({
  settings: z.object({
    texts: z.object(mapKeys(settingTextNames, () => z.object(mapKeys(languages, () => z.string())))),
    phone: z.string(),
    telegram: z.string(),
    email: z.string(),
    sellerRegistration: z.string(),
    links: z.array(z.string()),
    promiseHours: z.int(),
    ...mapKeys(settingPictures, () => z.string()),
  }),
  /** 0 before the first change. */
  version: z.int(),
})
export type VersionedShopSettings = z.infer<typeof response>

export const getShopSettings = endpoint({
  route: 'GET /api/admin/shop-settings',
  summary: 'The settings of the shop; an empty text means the built-in one.',
  access: 'admin',
  response,
  errors: staffOnlyErrors,
})

export const shopSettingsInput = z.strictObject({ settings: shopSettings, version: z.int().check(z.minimum(0)) })
export type ShopSettingsInput = z.output<typeof shopSettingsInput>

export const changeShopSettings = endpoint({
  route: 'PUT /api/admin/shop-settings',
  summary: 'Replaces the settings of the shop; refused when another user has saved a newer version.',
  access: 'admin',
  body: shopSettingsInput,
  response,
  errors: [...staffOnlyErrors, 'changed_meanwhile', 'picture_unfit', 'busy'],
})
