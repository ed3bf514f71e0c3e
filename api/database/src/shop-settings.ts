import type { Language } from '@tsedra/contract/language'
import { brand } from '@tsedra/contract/brand'
import { parseStoredSettings, type VersionedShopSettings } from '@tsedra/contract/shop-settings'
import { shopName } from '@tsedra/contract/build-shop-view'
import type { Knex } from 'knex'

/** Returns the settings of the shop; defaults with version 0 before the first change. */
export async function readShopSettings(db: Knex): Promise<VersionedShopSettings> {
  const row = await db<{ settings: unknown; version: number }>('shop_settings').first('settings', 'version')
  return { settings: parseStoredSettings(row?.settings), version: row?.version ?? 0 }
}

/** Returns name and e-mail address of the shop, for messages. */
export async function readShopIdentity(db: Knex, lang: Language): Promise<{ name: string; email: string }> {
  const { settings } = await readShopSettings(db)
  return { name: shopName(settings, lang), email: settings.email || brand.email }
}
