/** Texts that come with the screens that speak them. In a part of its own: the first load names one file, not six. */
export const later = {
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
  orders: {
    ua: () => import('./orders.ua.json'),
    ru: () => import('./orders.ru.json'),
    en: () => import('./orders.en.json'),
  },
  people: {
    ua: () => import('./people.ua.json'),
    ru: () => import('./people.ru.json'),
    en: () => import('./people.en.json'),
  },
}
