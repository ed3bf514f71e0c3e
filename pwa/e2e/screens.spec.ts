import { chromium, type Locator, type Page } from '@playwright/test'
import { productDetails, productNames, staleBar, toast, topBar } from './harness/locators.ts'
import { browserArgs } from './harness/browser-args.ts'
import {
  variations,
  eachTime,
  desktop,
  expect,
  expectAccessible,
  expectCalm,
  looks,
  readyForOffline,
  settled,
  shopUrl,
  test,
  texts,
  as,
} from './shopper.ts'

const title = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 })

/** Every screen by its address, and one thing that is on it once it has loaded. */
const screens: [string, string, (page: Page, t: (typeof texts)['ua']) => Locator][] = [
  ['home', '/', productNames],
  ['search', '/?search=lemon', productNames],
  [
    'search without a hit',
    '/?search=жжжжж',
    (page, t) => page.getByRole('heading', { name: as(t.search.none.replace('{query}', 'жжжжж')) }),
  ],
  ['category', '/category/citrus-chips', productNames],
  [
    'category that is missing',
    '/category/nothing',
    (page, t) => page.getByRole('heading', { name: as(t.category.missing) }),
  ],
  ['product', '/product/gin-tonic-set', productDetails],
  [
    'product that is missing',
    '/product/nothing',
    (page, t) => page.getByRole('heading', { name: as(t.product.missing) }),
  ],
  ['contacts', '/contacts', title],
  ['shipping', '/shipping', title],
  ['returns', '/returns', title],
  ['questions', '/faq', title],
  ['what waits', '/pending', title],
  ['unknown address', '/such/a/page', title],
]

for (const [turn, { language, theme, size }] of looks.entries()) {
  test(
    `every screen in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out, nothing moves`,
    eachTime(turn < 2),
    async ({ visit }) => {
      const { page, complaints } = await visit({ language, theme, size, motion: true })
      // Each look finds another screen with nothing in the browser's cache.
      for (const [name, path, arrived] of [...screens.slice(4 * turn), ...screens.slice(0, 4 * turn)]) {
        complaints.length = 0
        await page.goto(path)
        await expect(arrived(page, texts[language]).first(), name).toBeVisible()
        await settled(page)
        await expectCalm(page, name)
        await expectAccessible(page, name)
        // What is missing is answered with 404, and the browser says so.
        expect(/missing|unknown/.test(name) ? [] : complaints, name).toEqual([])
      }
    },
  )
}

test('the navigation of a phone has a name of its own', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/contacts')
  await expect(page.getByRole('navigation', { name: texts.ua.nav.label })).toBeVisible()
})

test('photos are dimmed in the dark, and nowhere else', async ({ visit }) => {
  for (const [theme, filter] of [
    ['dark', 'brightness(0.78)'],
    ['light', 'none'],
  ] as const) {
    const { page } = await visit({ theme })
    await page.goto('/')
    // By class: the style itself is tested.
    await expect(page.locator('.cat__photo.photo').first()).toHaveCSS('filter', filter)
  }
})

test('the room of the scrollbar is as dark as the page behind a dialog', async () => {
  await using browser = await chromium.launch({
    executablePath: process.env['HEADLESS_SHELL'] ?? '/usr/bin/chromium',
    args: browserArgs,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const size = { baseURL: shopUrl(), viewport: desktop, reducedMotion: 'reduce' } as const
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ ...size, colorScheme })
    await page.goto('/contacts')
    await settled(page)
    await topBar(page).getByRole('button', { name: texts.ua.nav.menu }).click()
    await expect(page.getByRole('dialog')).toBeVisible()

    // Both edges of one line below the header: paper under the scrim, and the scrollbar's room.
    const seen = await page.screenshot({ clip: { x: desktop.width - 60, y: 300, width: 60, height: 1 } })
    const colours = await page.evaluate(
      async (bytes) => {
        const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
        const canvas = new OffscreenCanvas(picture.width, 1).getContext('2d')
        canvas?.drawImage(picture, 0, 0)
        const dots = canvas?.getImageData(0, 0, picture.width, 1).data ?? []
        return [...new Set(Array.from({ length: picture.width }, (_, x) => dots.slice(4 * x, 4 * x + 3).join()))]
      },
      [...seen],
    )
    expect(colours, colorScheme).toHaveLength(1)
  }
})

test('when the network is back, a notice takes the place of the banner; none is shown before it was gone', async ({
  visit,
}) => {
  const { page } = await visit({ worker: true })
  await page.goto('/')
  await readyForOffline(page)
  await expect(toast(page)).toHaveCount(0)

  await page.context().setOffline(true)
  await expect(staleBar(page)).toBeVisible()
  await page.context().setOffline(false)

  await expect(toast(page)).toContainText(texts.ua.network.back)
  await expect(staleBar(page)).toHaveCount(0)
})

test('what lies over the page passes axe too, closes by Esc and gives the focus back', async ({ visit }) => {
  for (const theme of variations('dark', 'light')) {
    const { page } = await visit({ theme, size: desktop })
    const t = texts.ua
    await page.goto('/')
    await settled(page)
    for (const label of [t.nav.menu, t.theme.label, t.nav.favourites, t.nav.signIn]) {
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
