import type { Page } from '@playwright/test'
import {
  desktop,
  eachTime,
  expect,
  expectAccessible,
  expectCalm,
  looks,
  readyForOffline,
  settled,
  test,
  texts,
} from './shopper.ts'

const t = texts.ua
/** A product with three pictures. */
const PATH = '/product/blood-orange-chips'

/** The pictures that lie over the page, side by side; every one but the shown one is inert. */
const slides = (page: Page) => page.getByRole('dialog').getByRole('group').locator('> *')
const picture = (page: Page) => slides(page).and(page.locator(':not([inert])')).getByRole('img')
/** An enlarged picture is scrolled by keyboard too. */
const enlarged = (page: Page) => slides(page).and(page.locator('[tabindex="0"]:not([inert])'))
const gallery = (page: Page) => page.getByRole('group', { name: texts.ua.product.photos })

const widthOf = (page: Page) => picture(page).evaluate((image: HTMLImageElement) => image.clientWidth)

test('a picture is enlarged by keyboard, arrows go on to the next, Esc closes and gives the focus back', async ({
  visit,
}) => {
  const { page, complaints } = await visit({ size: desktop })
  await page.goto(PATH)
  await settled(page)
  const opener = gallery(page).getByRole('button').first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t.product.photos })
  await expect(dialog).toBeVisible()
  // The largest there is.
  await expect
    .poll(() => picture(page).evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/-1200x1200c?\.webp$/)
  const width = await widthOf(page)
  expect(width).toBeGreaterThan(desktop.width - 40)

  await page.keyboard.press('+')
  await expect.poll(() => widthOf(page)).toBe(2 * width)
  const left = () => enlarged(page).evaluate((item) => item.scrollLeft)
  const before = await left()
  // From the middle on.
  expect(before).toBeGreaterThan(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(before)
  await page.keyboard.press('-')
  await expect.poll(() => widthOf(page)).toBe(width)

  await page.keyboard.press('ArrowRight')
  await expect(slides(page).nth(1)).not.toHaveAttribute('inert')
  await expect(dialog.getByRole('status')).toHaveText(/^2 \/ \d$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  expect(complaints).toEqual([])
})

test('the picture that was touched is the one that opens; a double tap enlarges it where it was tapped', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.goto(PATH)
  await settled(page)
  await page.getByRole('button', { name: t.product.photo.replace('{number}', '2'), exact: true }).click()
  await gallery(page).getByRole('button').nth(1).click()
  await expect(slides(page).nth(1)).not.toHaveAttribute('inert')

  const sheet = slides(page).nth(1).locator('> div')
  await sheet.dblclick({ position: { x: 350, y: 300 } })
  const item = enlarged(page)
  await expect(item).toHaveCount(1)
  // Right of the middle, which would be half of a screen.
  expect(await item.evaluate((each) => each.scrollLeft)).toBeGreaterThan(250)

  await sheet.dblclick({ position: { x: 350, y: 300 } })
  await expect(item).toHaveCount(0)
})

test('without a network a picture is enlarged in the largest size that is on the phone', async ({ visit }) => {
  const { page } = await visit({ worker: true })
  await page.goto(PATH)
  await readyForOffline(page)
  await page.reload()
  await expect(gallery(page).getByRole('img').first()).toBeVisible()
  await settled(page)
  const seen = await page
    .getByRole('group', { name: t.product.photos })
    .getByRole('img')
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await page.context().setOffline(true)

  await gallery(page).getByRole('button').first().click()

  const natural = () =>
    slides(page)
      .first()
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(natural).toBeGreaterThan(320)
  expect(seen).toBeGreaterThan(320)
})

for (const [turn, { language, theme, size }] of looks.entries()) {
  test(
    `pictures in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing moves`,
    eachTime(turn === 1),
    async ({ visit }) => {
      const { page } = await visit({ language, theme, size, motion: true })
      await page.goto(PATH)
      await settled(page)
      await page
        .getByRole('button', { name: `${texts[language].product.zoom}: ` })
        .first()
        .click()
      const toggle = page.getByRole('button', { name: texts[language].product.zoom, exact: true })
      await expect(toggle).toBeFocused()
      await expectAccessible(page, 'pictures', 'dialog')
      await toggle.click()
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      await expectAccessible(page, 'an enlarged picture', 'dialog')
      await expectCalm(page, 'pictures')
    },
  )
}
