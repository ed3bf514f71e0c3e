import type { Page } from '@playwright/test'
import {
  desktop,
  thoroughUnless,
  expect,
  expectAccessible,
  expectStable,
  appearances,
  waitForOfflineReady,
  waitForNetworkIdle,
  test,
  messagesByLanguage,
} from './fixtures.ts'

const t = messagesByLanguage.ua
/** A product with three pictures. */
const PRODUCT_PATH = '/product/blood-orange-chips'

/** The pictures that lie over the page, side by side; every one but the shown one is inert. */
const slides = (page: Page) => page.getByRole('dialog').getByRole('group').locator('> *')
const shownPicture = (page: Page) => slides(page).and(page.locator(':not([inert])')).getByRole('img')
/** An enlarged picture is scrolled by keyboard too. */
const enlargedPicture = (page: Page) => slides(page).and(page.locator('[tabindex="0"]:not([inert])'))
const gallery = (page: Page) => page.getByRole('group', { name: messagesByLanguage.ua.product.photos })

const getPictureWidth = (page: Page) => shownPicture(page).evaluate((image: HTMLImageElement) => image.clientWidth)

test('a picture is enlarged by keyboard, arrows go on to the next, Esc closes and gives the focus back', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ size: desktop })
  await page.goto(PRODUCT_PATH)
  await waitForNetworkIdle(page)
  const opener = gallery(page).getByRole('button').first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t.product.photos })
  await expect(dialog).toBeVisible()
  // The largest there is.
  await expect
    .poll(() => shownPicture(page).evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/-1200x1200c?\.webp$/)
  const width = await getPictureWidth(page)
  expect(width).toBeGreaterThan(desktop.width - 40)

  await page.keyboard.press('+')
  await expect.poll(() => getPictureWidth(page)).toBe(2 * width)
  const getScrollLeft = () => enlargedPicture(page).evaluate((item) => item.scrollLeft)
  const scrollBefore = await getScrollLeft()
  // From the middle on.
  expect(scrollBefore).toBeGreaterThan(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(getScrollLeft).toBeGreaterThan(scrollBefore)
  await page.keyboard.press('-')
  await expect.poll(() => getPictureWidth(page)).toBe(width)

  await page.keyboard.press('ArrowRight')
  await expect(slides(page).nth(1)).not.toHaveAttribute('inert')
  await expect(dialog.getByRole('status')).toHaveText(/^2 \/ \d$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  expect(pageErrors).toEqual([])
})

test('the picture that was touched is the one that opens; a double tap enlarges it where it was tapped', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.goto(PRODUCT_PATH)
  await waitForNetworkIdle(page)
  await page.getByRole('button', { name: t.product.photo.replace('{number}', '2'), exact: true }).click()
  await gallery(page).getByRole('button').nth(1).click()
  await expect(slides(page).nth(1)).not.toHaveAttribute('inert')

  const sheet = slides(page).nth(1).locator('> div')
  await sheet.dblclick({ position: { x: 350, y: 300 } })
  const item = enlargedPicture(page)
  await expect(item).toHaveCount(1)
  // Right of the middle, which would be half of a screen.
  expect(await item.evaluate((element) => element.scrollLeft)).toBeGreaterThan(250)

  await sheet.dblclick({ position: { x: 350, y: 300 } })
  await expect(item).toHaveCount(0)
})

test('without a network a picture is enlarged in the largest size that is on the phone', async ({ visit }) => {
  const { page } = await visit({ worker: true })
  await page.goto(PRODUCT_PATH)
  await waitForOfflineReady(page)
  await page.reload()
  await expect(gallery(page).getByRole('img').first()).toBeVisible()
  await waitForNetworkIdle(page)
  const thumbnailWidth = await page
    .getByRole('group', { name: t.product.photos })
    .getByRole('img')
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await page.context().setOffline(true)

  await gallery(page).getByRole('button').first().click()

  const getNaturalWidth = () =>
    slides(page)
      .first()
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(getNaturalWidth).toBeGreaterThan(320)
  expect(thumbnailWidth).toBeGreaterThan(320)
})

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `pictures in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing moves`,
    thoroughUnless(index === 1),
    async ({ visit }) => {
      const { page } = await visit({ language, theme, size, motion: true })
      await page.goto(PRODUCT_PATH)
      await waitForNetworkIdle(page)
      await page
        .getByRole('button', { name: `${messagesByLanguage[language].product.zoom}: ` })
        .first()
        .click()
      const toggle = page.getByRole('button', { name: messagesByLanguage[language].product.zoom, exact: true })
      await expect(toggle).toBeFocused()
      await expectAccessible(page, 'pictures', 'dialog')
      await toggle.click()
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      await expectAccessible(page, 'an enlarged picture', 'dialog')
      await expectStable(page, 'pictures')
    },
  )
}
