import { chromium, type Locator, type Page } from '@playwright/test'
import { categoryCards, productDetails, productNames, stalePricesBar, toasts, topBar } from './harness/locators.ts'
import { browserArgs } from './harness/browser-args.ts'
import {
  selectVariations,
  thoroughUnless,
  desktop,
  expect,
  expectAccessible,
  expectStable,
  appearances,
  waitForOfflineReady,
  waitForNetworkIdle,
  shopUrl,
  test,
  messagesByLanguage,
  exactText,
} from './fixtures.ts'

const pageTitle = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 })

/** Every screen by its address, and an element that is on it once it has loaded. */
const screens: [string, string, (page: Page, t: (typeof messagesByLanguage)['ua']) => Locator][] = [
  ['home', '/', productNames],
  ['search', '/?search=lemon', productNames],
  [
    'search without a hit',
    '/?search=жжжжж',
    (page, t) => page.getByRole('heading', { name: exactText(t.search.none.replace('{query}', 'жжжжж')) }),
  ],
  ['category', '/category/citrus-chips', productNames],
  [
    'category that is missing',
    '/category/nothing',
    (page, t) => page.getByRole('heading', { name: exactText(t.category.missing) }),
  ],
  ['drink', '/drink/negroni', productNames],
  [
    'drink that is missing',
    '/drink/nothing',
    (page, t) => page.getByRole('heading', { name: exactText(t.drinks.missing) }),
  ],
  ['all drinks', '/drinks', pageTitle],
  ['product', '/product/gin-tonic-set', productDetails],
  [
    'product that is missing',
    '/product/nothing',
    (page, t) => page.getByRole('heading', { name: exactText(t.product.missing) }),
  ],
  ['contacts', '/contacts', pageTitle],
  ['shipping', '/shipping', pageTitle],
  ['returns', '/returns', pageTitle],
  ['questions', '/faq', pageTitle],
  ['what waits', '/pending', pageTitle],
  ['unknown address', '/such/a/page', pageTitle],
]

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `every screen in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out, nothing moves`,
    thoroughUnless(index < 2),
    async ({ visit }) => {
      const { page, pageErrors } = await visit({ language, theme, size, motion: true })
      // Each look finds another screen with nothing in the browser's cache.
      for (const [name, path, loadedLocator] of [...screens.slice(4 * index), ...screens.slice(0, 4 * index)]) {
        pageErrors.length = 0
        await page.goto(path)
        await expect(loadedLocator(page, messagesByLanguage[language]).first(), name).toBeVisible()
        await waitForNetworkIdle(page)
        await expectStable(page, name)
        await expectAccessible(page, name)
        // Missing pages return 404, which the browser logs.
        expect(/missing|unknown/.test(name) ? [] : pageErrors, name).toEqual([])
      }
    },
  )
}

test('the navigation of a phone has a name of its own', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/contacts')
  await expect(page.getByRole('navigation', { name: messagesByLanguage.ua.nav.label })).toBeVisible()
})

test('the hero shows its picture whole below the header on laptops and desktops', async ({ visit }) => {
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1366, height: 768 },
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
  ]) {
    const { page } = await visit({ size })
    await page.goto('/')
    const header = await topBar(page).boundingBox()
    const { picture, hero } = await page
      .getByRole('main')
      .locator('section img')
      .first()
      .evaluate((image: HTMLImageElement) => ({
        // Layout box: the slices in it are turned by a few degrees.
        picture: { width: image.offsetWidth, height: image.offsetHeight },
        hero: image.closest('section')?.getBoundingClientRect().toJSON() as DOMRect,
      }))
    const name = `${size.width} × ${size.height}`
    expect(picture.width, name).toBeCloseTo(Math.max(460, Math.min(0.52 * size.width, size.height - 150, 800)), -1)
    expect(hero.height, name).toBeGreaterThanOrEqual(picture.height)
    expect(hero.top, name).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1)
    expect(hero.bottom, name).toBeLessThanOrEqual(size.height + 1)
  }
})

test('cards of categories are 420 px high from 1180 px, with two lines of description at most', async ({ visit }) => {
  const { page } = await visit({ size: { width: 1180, height: 800 } })
  await page.goto('/')
  await expect(categoryCards(page)).toHaveCount(6)
  await waitForNetworkIdle(page)
  const description = categoryCards(page).first().getByRole('paragraph')
  const lines = await description.evaluate((element) => {
    const text = element.firstElementChild ?? element
    text.textContent = 'Скибочки цитрусових для коктейлів і чаю. '.repeat(20)
    return element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)
  })
  expect(lines).toBeCloseTo(2, 1)
  const readHeights = () =>
    categoryCards(page).evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
  expect(new Set(await readHeights())).toEqual(new Set([420]))

  await page.setViewportSize({ width: 1179, height: 800 })
  await expect.poll(async () => Math.max(...(await readHeights()))).toBeLessThan(420)
})

test('photos are dimmed in the dark, and nowhere else', async ({ visit }) => {
  for (const [theme, filter] of [
    ['dark', 'brightness(0.78)'],
    ['light', 'none'],
  ] as const) {
    const { page } = await visit({ theme })
    await page.goto('/product/orange-chips')
    // The photos load when the gallery is used.
    await productDetails(page).getByRole('group', { name: messagesByLanguage.ua.product.photos }).hover()
    // By class: the style itself is tested.
    await expect(page.locator('.gallery__item .photo').first()).toHaveCSS('filter', filter)
  }
})

test('the scrim behind a dialog covers the place of the scrollbar', async () => {
  await using browser = await chromium.launch({
    executablePath: process.env['HEADLESS_SHELL'] ?? '/usr/bin/chromium',
    args: browserArgs,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const size = { baseURL: shopUrl(), viewport: desktop, reducedMotion: 'reduce' } as const
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ ...size, colorScheme })
    await page.goto('/contacts')
    await waitForNetworkIdle(page)
    await topBar(page).getByRole('button', { name: messagesByLanguage.ua.nav.menu }).click()
    await expect(page.getByRole('dialog')).toBeVisible()

    // One line below the header: paper under the scrim, and the place of the scrollbar.
    const screenshot = await page.screenshot({ clip: { x: desktop.width - 60, y: 300, width: 60, height: 1 } })
    const colours = await page.evaluate(
      async (bytes) => {
        const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
        const canvas = new OffscreenCanvas(picture.width, 1).getContext('2d')
        canvas?.drawImage(picture, 0, 0)
        const pixels = canvas?.getImageData(0, 0, picture.width, 1).data ?? []
        return [...new Set(Array.from({ length: picture.width }, (_, x) => pixels.slice(4 * x, 4 * x + 3).join()))]
      },
      [...screenshot],
    )
    expect(colours, colorScheme).toHaveLength(1)
  }
})

test('when the network is back, a notice takes the place of the banner; none is shown before it was gone', async ({
  visit,
}) => {
  const { page } = await visit({ worker: true })
  await page.goto('/')
  await waitForOfflineReady(page)
  await expect(toasts(page)).toHaveCount(0)

  await page.context().setOffline(true)
  await expect(stalePricesBar(page)).toBeVisible()
  await page.context().setOffline(false)

  await expect(toasts(page)).toContainText(messagesByLanguage.ua.network.back)
  await expect(stalePricesBar(page)).toHaveCount(0)
})

test('overlays pass axe too, close by Esc and restore the focus', async ({ visit }) => {
  for (const theme of selectVariations('dark', 'light')) {
    const { page } = await visit({ theme, size: desktop })
    const t = messagesByLanguage.ua
    await page.goto('/')
    await waitForNetworkIdle(page)
    for (const label of [t.nav.menu, t.nav.favourites, t.nav.signIn]) {
      const opener = topBar(page).getByRole('button', { name: label })
      await opener.click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, label, 'dialog')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
  }
})
