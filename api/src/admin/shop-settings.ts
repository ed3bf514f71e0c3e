import {
  SETTINGS_SCHEMA,
  settingPictures,
  type ShopSettings,
  type ShopSettingsInput,
  type VersionedShopSettings,
} from '@tsedra/contract/shop-settings'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Pictures } from '../images/pictures.ts'
import { readShopSettings } from '@tsedra/database/shop-settings'
import type { Knex } from 'knex'
import { mergeDefined, rejectStaleVersion } from './catalogue-entries.ts'

/** Publishes uploaded pictures, before any lock is taken, and returns the input with their final addresses. */
export async function publishSettingPictures(pictures: Pictures, input: ShopSettingsInput): Promise<ShopSettingsInput> {
  const sources = settingPictures.flatMap((name) => input.settings[name] || [])
  const addresses = await pictures.publish(sources)
  const published = settingPictures.flatMap((name) => {
    const source = input.settings[name]
    return source === undefined ? [] : [[name, addresses.get(source) ?? source] as const]
  })
  return { ...input, settings: { ...input.settings, ...Object.fromEntries(published) } }
}

/** Replaces the settings, within changeCatalogue(). @throws Refusal `changed_meanwhile` */
export async function updateShopSettings(
  trx: Knex.Transaction,
  actor: Actor,
  { settings: input, version }: ShopSettingsInput,
): Promise<VersionedShopSettings> {
  const before = await readShopSettings(trx)
  // mutation test: shop-settings-edit-conflict
  rejectStaleVersion(version, before.version)
  const settings = mergeDefined<ShopSettings>(before.settings, input)
  if (JSON.stringify(flatten(settings)) === JSON.stringify(flatten(before.settings))) return before
  const changed = {
    schema: SETTINGS_SCHEMA,
    settings: JSON.stringify(settings),
    version: before.version + 1,
    updated_at: new Date(),
  }
  await trx('shop_settings').insert(changed).onConflict('id').merge()
  const values = { before: flatten(before.settings), after: flatten(settings) }
  await audit(trx, actor, { action: 'shop.changed', ...values })
  return { settings, version: changed.version }
}

/** Returns the settings by name and language, in one order, for comparing and for the audit log: `name.ua`. */
function flatten({ texts, ...others }: ShopSettings): Record<string, unknown> {
  const translations = Object.entries(texts).flatMap(([name, values]) =>
    Object.entries(values).map(([language, value]) => [`${name}.${language}`, value] as const),
  )
  return Object.fromEntries([...translations, ...Object.entries(others)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
