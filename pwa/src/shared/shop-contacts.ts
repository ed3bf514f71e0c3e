import { brand } from '@tsedra/contract/brand'
import type { Language } from '@tsedra/contract/language'
import { readShopView } from './i18n/shop-view.ts'

export interface ShopContacts {
  phone: string
  phoneLink: string
  telegram: string
  telegramLink: string
  email: string
}

/** Returns how customers reach the shop: the owner's contacts, otherwise the built-in ones. */
export function getShopContacts(language: Language): ShopContacts {
  const { phone = brand.phone, telegram = brand.telegram, email = brand.email } = readShopView(language)
  return {
    phone,
    phoneLink: `tel:${phone.replaceAll(/[^+\d]/g, '')}`,
    telegram,
    telegramLink: `https://t.me/${telegram}`,
    email,
  }
}
