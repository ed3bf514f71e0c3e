import type { SettingPicture, SettingText, ShopSettings } from '@tsedra/contract/shop-settings'

/** A setting that is the same in every language. */
export type SettingField = Exclude<keyof ShopSettings, 'texts' | SettingPicture>

interface SettingGroup {
  group: 'identity' | 'contacts' | 'seller' | 'home' | 'foot'
  texts: readonly SettingText[]
  fields: readonly SettingField[]
  pictures?: readonly SettingPicture[]
}

/** Sections of the form, in their order. */
export const settingGroups: readonly SettingGroup[] = [
  { group: 'identity', texts: ['name', 'tagline'], fields: [], pictures: ['logo'] },
  {
    group: 'contacts',
    texts: ['workingHours', 'address'],
    fields: ['phone', 'telegram', 'email', 'promiseHours', 'links'],
  },
  {
    group: 'home',
    texts: ['headline', 'headlineEnd', 'lead', 'claimFirst', 'claimSecond', 'claimThird'],
    fields: [],
    pictures: ['heroPicture'],
  },
  { group: 'seller', texts: ['sellerName', 'sellerAddress'], fields: ['sellerRegistration'] },
  { group: 'foot', texts: ['footer', 'newsletterTitle', 'newsletterText'], fields: [] },
]

/** Every setting with a label. */
export const settingNames = settingGroups.flatMap(({ texts, fields, pictures = [] }) => [
  ...texts,
  ...fields,
  ...pictures,
])
