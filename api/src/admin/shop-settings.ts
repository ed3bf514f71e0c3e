import {
  SETTINGS_SCHEMA,
  type ShopSettings,
  type ShopSettingsInput,
  type VersionedShopSettings,
} from '@tsedra/contract/shop-settings'
import { type Actor, audit } from '@tsedra/database/audit'
import { readShopSettings } from '@tsedra/database/shop-settings'
import type { Knex } from 'knex'
import { rejectStaleVersion } from './catalogue-entries.ts'

/** Replaces the settings, within changeCatalogue(). @throws Refusal `changed_meanwhile` */
export async function updateShopSettings(
  trx: Knex.Transaction,
  actor: Actor,
  { settings, version }: ShopSettingsInput,
): Promise<VersionedShopSettings> {
  const before = await readShopSettings(trx)
  // mutation test: shop-settings-edit-conflict
  rejectStaleVersion(version, before.version)
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
