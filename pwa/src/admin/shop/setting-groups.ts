import type { SettingText, ShopSettings } from '@tsedra/contract/shop-settings'

/** A setting that is the same in every language. */
export type SettingField = Exclude<keyof ShopSettings, 'texts'>

interface SettingGroup {
  group: 'identity' | 'contacts' | 'seller' | 'home' | 'foot'
  texts: readonly SettingText[]
  fields: readonly SettingField[]
}

/** Sections of the form, in their order. */
export const settingGroups: readonly SettingGroup[] = [
  { group: 'identity', texts: ['name', 'tagline'], fields: [] },
  {
    group: 'contacts',
    texts: ['workingHours', 'address'],
    fields: ['phone', 'telegram', 'email', 'promiseHours', 'links'],
  },
  {
    group: 'home',
    texts: ['headline', 'headlineEnd', 'lead', 'claimFirst', 'claimSecond', 'claimThird'],
    fields: [],
  },
  { group: 'seller', texts: ['sellerName', 'sellerAddress'], fields: ['sellerRegistration'] },
  { group: 'foot', texts: ['footer', 'newsletterTitle', 'newsletterText'], fields: [] },
]
