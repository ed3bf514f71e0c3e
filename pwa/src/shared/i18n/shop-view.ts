import type { Language } from '@tsedra/contract/language'
import type { ShopView } from '@tsedra/contract/shop-view'
import { readLocal } from '../local-storage.ts'

/** Returns the owner's texts and contacts: those of the page's HTML, otherwise the ones last synced (decision 0042). */
export function readShopView(language: Language): Partial<ShopView> {
  const name = `shop.${language}`
  const json = globalThis.document?.getElementById(name)?.textContent ?? readLocal(name)
  return json ? (JSON.parse(json) as ShopView) : {}
}

/** Returns the messages with the owner's texts; those of namespaces that are not loaded are left out. */
export function customiseMessages<T extends object>(messages: T, language: Language): T {
  const texts = Object.entries(readShopView(language).messages ?? {}).flatMap(([key, text]) => {
    const builtIn = (messages as Record<string, object | undefined>)[key]
    return builtIn ? [[key, typeof text === 'string' ? text : { ...builtIn, ...text }]] : []
  })
  return { ...messages, ...(Object.fromEntries(texts) as object) }
}
