import { chromium } from '@playwright/test'
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
} from './shopper.ts'

/** Every screen by its address, and one thing that says it has arrived. */
const screens: [string, string, string][] = [
  ['home', '/', '.grid .card__name'],
  ['search', '/?search=lemon', '.grid .card__name'],
  ['search without a hit', '/?search=жжжжж', '.empty'],
  ['category', '/category/citrus-chips', '.grid .card__name'],
  ['category that is missing', '/category/nothing', '.empty'],
  ['product', '/product/gin-tonic-set', '.prod h1'],
  ['product that is missing', '/product/nothing', '.empty'],
  ['contacts', '/contacts', 'main h1'],
  ['shipping', '/shipping', 'main h1'],
  ['returns', '/returns', 'main h1'],
  ['questions', '/faq', 'main h1'],
  ['what waits', '/pending', 'main h1'],
  ['unknown address', '/such/a/page', 'main h1'],
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
        await expect(page.locator(arrived).first(), name).toBeVisible()
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
    await page.locator('.top__burger').click()
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
  await expect(page.locator('.toast')).toHaveCount(0)

  await page.context().setOffline(true)
  await expect(page.locator('.offbar')).toBeVisible()
  await page.context().setOffline(false)

  await expect(page.locator('.toast')).toContainText(texts.ua.network.back)
  await expect(page.locator('.offbar')).toHaveCount(0)
})

test('what lies over the page passes axe too, closes by Esc and gives the focus back', async ({ visit }) => {
  for (const theme of variations('dark', 'light')) {
    const { page } = await visit({ theme, size: desktop })
    const t = texts.ua
    await page.goto('/')
    await settled(page)
    for (const label of [t.nav.menu, t.theme.label, t.nav.favourites, t.nav.signIn]) {
      const opener = page.locator('.top').getByRole('button', { name: label })
      await opener.click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, label, 'dialog')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
  }
})
