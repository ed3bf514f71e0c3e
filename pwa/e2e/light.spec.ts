import type { Locator, Page } from '@playwright/test'
import {
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectStable,
  messagesByLanguage,
  test,
  waitForNetworkIdle,
} from './fixtures.ts'

const PRODUCT_PATH = '/product/blood-orange-chips'
const t = messagesByLanguage.ua

const toggle = (part: Page | Locator) => part.getByRole('button', { name: exactText(t.light.toggle) })
const zoomButton = (page: Page) => page.getByRole('button', { name: `${t.product.zoom}: ` }).first()
const zoom = (page: Page) => page.getByRole('dialog', { name: t.product.photos })

/** The horizontal position of the light, in pixels from the middle. */
const readLightX = (page: Page) =>
  page
    .getByTestId('light')
    .first()
    .evaluate((light) => light.style.getPropertyValue('--light-x'))

async function openProduct(page: Page): Promise<{ x: number; y: number }> {
  await page.goto(PRODUCT_PATH)
  await toggle(page).waitFor()
  await waitForNetworkIdle(page)
  const box = await zoomButton(page).boundingBox()
  if (!box) throw new Error('no picture')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A hold that ends earlier is a slow tap, which opens the zoom. */
const SLOW_TAP_MS = 400
const holdLong = async (page: Page): Promise<void> => {
  const heldSince = await page.evaluate(() => performance.now())
  await page.waitForFunction((until) => performance.now() > until, heldSince + SLOW_TAP_MS)
}

test('a held slice is lit, the light follows the pointer and ends with the press; a tap opens the zoom', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ theme: 'dark', motion: true })
  const { x, y } = await openProduct(page)
  await expect(page.getByText(exactText(t.light.hint))).toBeVisible()

  await page.mouse.move(x - 60, y)
  await page.mouse.down()
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(exactText(t.light.hint))).toHaveCount(0)
  await expect.poll(() => readLightX(page)).toBe('-60px')
  await page.mouse.move(x + 80, y)
  await expect.poll(() => readLightX(page)).toBe('80px')
  await holdLong(page)
  await page.mouse.up()
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(zoom(page)).toHaveCount(0)

  await page.mouse.click(x, y)
  await expect(zoom(page)).toBeVisible()
  await toggle(zoom(page)).press('Enter')
  await expect(toggle(zoom(page))).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await page.reload()
  await toggle(page).waitFor()
  await expect(page.getByText(exactText(t.light.hint))).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('a touch that is held does not scroll; a swipe shows the next picture', async ({ visit }) => {
  const { page } = await visit({ theme: 'dark', motion: true })
  const { x, y } = await openProduct(page)
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchX?: number, touchY?: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: touchX === undefined || touchY === undefined ? [] : [{ x: touchX, y: touchY }],
    })
  const picture = (number: number) =>
    page.getByRole('button', { name: exactText(t.product.photo.replace('{number}', `${number}`)) })

  await touch('touchStart', x, y)
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
  for (let step = 1; step <= 8; step++) await touch('touchMove', x - 15 * step, y - 15 * step)
  await expect.poll(() => readLightX(page)).toBe('-120px')
  await touch('touchEnd')
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(picture(1)).toHaveAttribute('aria-current', 'true')

  // Sent together: a pause before the first move would be a hold.
  const start = touch('touchStart', x + 150, y)
  const moves = Array.from({ length: 10 }, (_, step) => touch('touchMove', x + 120 - 28 * step, y))
  await Promise.all([start, ...moves])
  await touch('touchEnd')
  await expect(picture(2)).toHaveAttribute('aria-current', 'true')
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(zoom(page)).toHaveCount(0)
})

test('with reduced motion the light stays in the middle; by keyboard it is switched on and off', async ({ visit }) => {
  const { page, pageErrors } = await visit({ theme: 'dark', size: desktop })
  const { x, y } = await openProduct(page)
  await page.mouse.move(x - 100, y)
  await page.mouse.down()
  await expect.poll(() => readLightX(page)).toBe('0px')
  await holdLong(page)
  await page.mouse.up()

  await toggle(page).press('Enter')
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'a lit slice')
  await expectStable(page, 'a lit slice')
  await page.keyboard.press('Enter')
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
  expect(pageErrors).toEqual([])
})

test('there is no light in the light theme', async ({ visit }) => {
  const { page } = await visit()
  await page.goto(PRODUCT_PATH)
  await waitForNetworkIdle(page)
  await expect(zoomButton(page)).toBeVisible()
  await expect(toggle(page)).toHaveCount(0)
})
