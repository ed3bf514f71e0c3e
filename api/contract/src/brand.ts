/**
 * Name and contacts of the shop. For another shop change this, seller.ts, and the texts that contain its name: `Цедра`
 * and `Tsedra` in pwa/src/locales, the wordmarks (pwa/src/app/wordmarks.svg) and pwa/public/icons.
 */
export const brand = {
  name: { ua: 'Цедра', ru: 'Цедра', en: 'Tsedra' },
  phone: '+380 44 000 01 24',
  telegram: 'tsedra_shop',
  email: 'hello@tsedra.example',
  city: { ua: 'Київ', ru: 'Киев', en: 'Kyiv' },
} as const
