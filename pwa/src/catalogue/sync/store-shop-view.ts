import type { Language } from '@tsedra/contract/language'
import type { ShopView } from '@tsedra/contract/shop-view'
import { readSnapshot } from '../local/catalogue-database.ts'
import { catalogueDatabase } from '../local/local-catalogues.ts'
import { getLanguage, reloadMessages } from '../../shared/i18n/language.ts'
import { readShopView } from '../../shared/i18n/shop-view.ts'
import { writeLocal } from '../../shared/local-storage.ts'

/** Stores the owner's texts of a new snapshot for the next start, and shows them now (decision 0042). */
export async function storeShopView(language: Language): Promise<void> {
  const stored = await readSnapshot(catalogueDatabase, language)
  if (!stored) return
  const { shop } = stored.data
  const isChanged = JSON.stringify(readShopView(language)) !== JSON.stringify(shop ?? {})
  writeShopView(language, shop)
  // The page's HTML has the settings of its own catalogue version.
  document.getElementById(`shop.${language}`)?.remove()
  if (isChanged && language === getLanguage()) await reloadMessages()
}

function writeShopView(language: Language, shop: ShopView | undefined): void {
  writeLocal(`shop.${language}`, shop && JSON.stringify(shop))
  writeLocal('phone', shop?.phone)
}
