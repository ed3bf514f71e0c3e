import {
  variations,
  eachTime,
  desktop,
  expect,
  expectAccessible,
  expectCalm,
  looks,
  settled,
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
