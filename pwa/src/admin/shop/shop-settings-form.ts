import {
  shopSettings,
  type ShopSettings,
  type ShopSettingsInput,
  type VersionedShopSettings,
} from '@tsedra/contract/shop-settings'
import * as z from 'zod/mini'
import { createContractResolver } from '../form/contract-resolver.ts'

/** Values of the form, as the inputs hold them: links one per line. */
export interface ShopFormValues {
  settings: Omit<ShopSettings, 'links' | 'promiseHours'> & { links: string; promiseHours: string }
}

type ShopFormInput = Pick<ShopSettingsInput, 'settings'>

export const toShopFormValues = ({ settings }: VersionedShopSettings): ShopFormValues => ({
  settings: { ...settings, links: settings.links.join('\n'), promiseHours: String(settings.promiseHours) },
})

/** Returns the settings that the values stand for, before validation. */
export const toShopSettings = ({ settings }: ShopFormValues): ShopSettings => ({
  ...settings,
  phone: settings.phone.trim(),
  telegram: settings.telegram.trim().replace(/^@/, ''),
  email: settings.email.trim(),
  sellerRegistration: settings.sellerRegistration.trim(),
  links: [...new Set(settings.links.split(/\s+/).filter(Boolean))],
  promiseHours: Number(settings.promiseHours),
})

export const shopSettingsResolver = createContractResolver<ShopFormValues, ShopFormInput>(
  z.strictObject({ settings: shopSettings }),
  (values) => ({ settings: toShopSettings(values) }),
)
