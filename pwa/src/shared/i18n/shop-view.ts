import type { Language } from '@tsedra/contract/language'
import type { ShopView } from '@tsedra/contract/shop-view'
import { readDataBlock } from '../data-blocks.ts'
import { readLocal } from '../local-storage.ts'

/** Returns the owner's texts and contacts: those of the page's HTML, otherwise the ones last synced (decision 0042). */
export function readShopView(language: Language): Partial<ShopView> {
  const name = `shop.${language}`
  const json = readDataBlock(name) ?? readLocal(name)
  return json ? (JSON.parse(json) as ShopView) : {}
}

/** Returns the messages of a language with the owner's texts. */
export const customiseMessages = <T extends object>(messages: T, language: Language): T =>
  mergeMessages(messages, readShopView(language).messages)

/** Returns the messages with these texts; those of namespaces that are not loaded are left out. */
export function mergeMessages<T extends object>(messages: T, ownTexts: ShopView['messages'] = {}): T {
  const merged = { ...messages } as Record<string, unknown>
  for (const [key, text] of Object.entries(ownTexts))
    if (merged[key]) merged[key] = typeof text === 'string' ? text : { ...(merged[key] as object), ...text }
  return merged as T
}
