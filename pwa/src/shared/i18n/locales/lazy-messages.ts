/** Texts that are loaded with the screens that use them. In its own chunk: the first load then names one file, not twelve. */
export const lazyMessages = {
  admin: {
    ua: () => import('./admin.ua.json'),
    ru: () => import('./admin.ru.json'),
    en: () => import('./admin.en.json'),
  },
  list: {
    ua: () => import('./list.ua.json'),
    ru: () => import('./list.ru.json'),
    en: () => import('./list.en.json'),
  },
  search: {
    ua: () => import('./search.ua.json'),
    ru: () => import('./search.ru.json'),
    en: () => import('./search.en.json'),
  },
  orders: {
    ua: () => import('./orders.ua.json'),
    ru: () => import('./orders.ru.json'),
    en: () => import('./orders.en.json'),
  },
  accounts: {
    ua: () => import('./accounts.ua.json'),
    ru: () => import('./accounts.ru.json'),
    en: () => import('./accounts.en.json'),
  },
}
