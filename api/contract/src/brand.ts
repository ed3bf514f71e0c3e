/**
 * Built-in name and contacts of the shop; its owner changes them in `/admin/shop` (infra/decisions/0042-shop-settings.md).
 * Another built-in name also needs seller.ts, the texts that contain it (`Цедра` and `Tsedra` in pwa/src/shared/i18n/locales),
 * the wordmarks (pwa/src/shared/ui/wordmarks.svg) and pwa/public/icons.
 */
export const brand = {
  name: { ua: 'Цедра', ru: 'Цедра', en: 'Tsedra' },
  phone: '+380 44 000 01 24',
  telegram: 'tsedra_shop',
  email: 'hello@tsedra.example',
  city: { ua: 'Київ', ru: 'Киев', en: 'Kyiv' },
} as const
