import { brand } from '@tsedra/contract/brand'
import type { ManifestOptions } from 'vite-plugin-pwa'

/** Browsers without localised manifests show the Ukrainian name: https://w3c.github.io/manifest/#localized-members */
const shortcut = (url: string, { uk, ...others }: Record<'uk' | 'ru' | 'en', string>) => ({
  name: uk,
  name_localized: others,
  url,
})

/**
 * The web app manifest: name, icons and colours of the installed shop. `id` must never change: browsers would install a
 * second app for another one.
 */
export const webManifest = {
  id: '/',
  name: `${brand.name.ua} — фруктові чипси та прикраси для коктейлів`,
  short_name: brand.name.ua,
  description:
    'Натуральні фруктові чипси та прикраси для коктейлів і страв. Увесь каталог і замовлення працюють без інтернету.',
  lang: 'uk',
  dir: 'ltr',
  start_url: '/?src=pwa',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  orientation: 'any',
  theme_color: '#f8f2e7',
  background_color: '#f8f2e7',
  categories: ['food', 'shopping', 'business'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/icon-monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  screenshots: [
    {
      src: '/screenshots/home-narrow.webp',
      sizes: '1080x1920',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'Каталог',
    },
    {
      src: '/screenshots/order-narrow.webp',
      sizes: '1080x1920',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'Замовлення без інтернету',
    },
    {
      src: '/screenshots/home-wide.webp',
      sizes: '1920x1080',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'Каталог',
    },
  ],
  shortcuts: [
    shortcut('/?again=1&src=shortcut', {
      uk: 'Як минулого разу',
      ru: 'Как в прошлый раз',
      en: 'Same as last time',
    }),
    shortcut('/?src=shortcut', { uk: 'Каталог', ru: 'Каталог', en: 'Catalogue' }),
    shortcut('/pending?src=shortcut', { uk: 'Замовлення в черзі', ru: 'Заказы в очереди', en: 'Orders waiting' }),
  ],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  prefer_related_applications: false,
} satisfies Partial<ManifestOptions>
