import type { Locator, Page } from '@playwright/test'
import en from '../../src/shared/i18n/locales/en.json' with { type: 'json' }
import ru from '../../src/shared/i18n/locales/ru.json' with { type: 'json' }
import ua from '../../src/shared/i18n/locales/ua.json' with { type: 'json' }

const allMessages = [ua, ru, en]
const toPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

/** Matches a label of the page in each of its languages; the suffix is the source of a regular expression. */
const matchInEachLanguage = (label: (pageMessages: typeof ua) => string, suffix = ''): RegExp =>
  new RegExp(`^\\s*(?:${allMessages.map((pageMessages) => toPattern(label(pageMessages))).join('|')})${suffix}\\s*$`)

const ANYTHING = '.*'
/** A button with a badge has its number in its name. */
const COUNT = '[:\\s]*(?:\\d+\\+?)?'
/** `1 250,00 ₴`, `1 250 ₴` and `₴1,250.00`, alone in their element. */
const MONEY = /^(?:₴[\d,.]+|\d[\d\s,.]*₴)$/

export const topBar = (page: Page): Locator => page.getByRole('banner')
/** The shop's search: a plain field until it is focused, then a combobox. */
export const searchField = (page: Page): Locator =>
  topBar(page)
    .getByLabel(matchInEachLanguage(({ search }) => search.label))
    .and(page.locator('input:visible'))
export const bottomNavigation = (page: Page): Locator =>
  page.getByRole('navigation', { name: matchInEachLanguage(({ nav }) => nav.label) })
export const cartButton = (page: Page): Locator =>
  page.getByRole('button', { name: matchInEachLanguage(({ nav }) => nav.cart, COUNT) })
export const favouritesButton = (page: Page): Locator =>
  page.getByRole('button', { name: matchInEachLanguage(({ nav }) => nav.favourites, COUNT) })
/** The number on a button; there is none when it would be 0. */
export const badgeIn = (button: Locator): Locator => button.getByText(/^\d+\+?$/)

export const toastRegion = (page: Page): Locator =>
  page.getByRole('region', { name: matchInEachLanguage(({ notice }) => notice.region) })
export const toasts = (page: Page): Locator =>
  toastRegion(page).getByRole('status').or(toastRegion(page).getByRole('alert'))

/** The banner that the shown prices are not confirmed. */
export const stalePricesBar = (page: Page): Locator =>
  page.getByRole('status').filter({
    hasText: new RegExp(
      allMessages.flatMap(({ offline }) => [offline.bar, offline.unanswered].map(toPattern)).join('|'),
    ),
  })

/** Every sum in a part of the page. */
export const prices = (part: Page | Locator): Locator => part.getByText(MONEY)

/** Products of a grid, without the placeholders that stand in while it loads. */
export const productCards = (page: Page, part: Page | Locator = page): Locator =>
  part.getByRole('article').filter({
    has: page.getByRole('heading', { level: 3 }).getByRole('link'),
  })
export const productNames = (page: Page): Locator => productCards(page).getByRole('heading')
export const productLinks = (page: Page): Locator => productNames(page).getByRole('link')
export const featured = (page: Page): Locator =>
  page.getByRole('region', { name: matchInEachLanguage(({ home }) => home.featured) })
export const categoryCards = (page: Page): Locator =>
  page.getByRole('region', { name: matchInEachLanguage(({ home }) => home.categories) }).getByRole('article')

export const likeButton = (part: Page | Locator): Locator =>
  part.getByRole('button', { name: matchInEachLanguage(({ product }) => product.like, ANYTHING) })
/** The sizes that a product is sold in, as radio buttons. */
export const packageChoice = (part: Page | Locator): Locator =>
  part.getByRole('group', { name: matchInEachLanguage(({ product }) => product.package, ANYTHING) }).getByRole('radio')

/** What the product page shows above the other products of its category. */
export const productDetails = (page: Page): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) })
/** The price of the chosen package times the quantity. */
export const productTotal = (page: Page): Locator => prices(page.getByTestId('product-total'))
/** The order button: on phones in the bar at the bottom, on desktops below the price. */
export const orderButton = (page: Page): Locator =>
  productDetails(page).getByRole('button', { name: matchInEachLanguage(({ product }) => product.orderNow) })
export const buyBar = (page: Page): Locator => page.getByTestId('buy-bar')

/** How many products a list has, in words. */
export const productCount = (page: Page): Locator =>
  page
    .getByRole('region', { name: matchInEachLanguage(({ foot }) => foot.products) })
    .getByRole('status')
    .first()

export const filtersButton = (page: Page): Locator =>
  page.getByRole('button', { name: matchInEachLanguage(({ sort }) => sort.filters, COUNT) })
export const sortChoice = (page: Page): Locator =>
  page.getByRole('combobox', { name: matchInEachLanguage(({ sort }) => sort.label) })

/** Names of the products that the order form is about. */
export const orderedProducts = (dialog: Locator): Locator => dialog.getByRole('heading', { level: 3 })
