/** Who runs the shop: the one place to change for another shop. */
export const brand = {
  name: { ua: 'Цедра', ru: 'Цедра', en: 'Tsedra' },
  phone: '+380 44 000 01 24',
  telegram: 'tsedra_shop',
  email: 'hello@tsedra.example',
  city: { ua: 'Київ', ru: 'Киев', en: 'Kyiv' },
} as const
