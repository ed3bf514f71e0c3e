import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import {
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  messagesByLanguage,
  phone,
  waitForNetworkIdle,
} from './fixtures.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { storeOrders } from './stored-orders.ts'

const t = messagesByLanguage.ua.desk
const createName = () => `Стіл${randomUUID().slice(0, 8)}`
const rowsOf = (page: Page) => page.locator('tbody tr:not([aria-hidden])')

async function saveScreenshot(page: Page, name: string): Promise<void> {
  const directory = process.env['PICTURES']
  if (directory) await page.screenshot({ path: `${directory}/${name}.png` })
}

test('the views are tabs in the address, late orders come first, and typing filters', async ({ visit }) => {
  const name = createName()
  await storeOrders({ name, count: 2, hoursOld: 30 })
  await storeOrders({ name, count: 3, hoursOld: 2 })
  await storeOrders({ name, count: 1, status: 'confirmed' })
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/orders')
  const searches: string[] = []
  page.on('request', (request) => request.url().includes('/api/admin/orders?') && searches.push(request.url()))

  await page.getByRole('searchbox').pressSequentially(name)
  await expect(rowsOf(page)).toHaveCount(6)
  await expect(page.getByRole('searchbox')).toBeFocused()
  expect(searches.length).toBeLessThan(name.length)
  await expect(rowsOf(page).first()).toContainText('Лимонні чипси 100 г × 2')
  await expect(rowsOf(page).first()).toContainText('428,58 ₴')

  const views = page.getByRole('navigation', { name: t.views.label })
  await views.getByRole('link', { name: t.views.new }).click()
  await expect(page).toHaveURL(/status=pending/)
  await expect(rowsOf(page)).toHaveCount(5)
  await expect(rowsOf(page).first()).toContainText(`${name} 1`)
  await expect(page.getByRole('columnheader', { name: t.column.date })).toHaveAttribute('aria-sort', 'ascending')
  await views.getByRole('link', { name: t.views.late }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(views.getByRole('link', { name: t.views.late })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(5)
  await views.getByRole('link', { name: t.views.confirmed }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await views.getByRole('link', { name: t.views.all }).click()
  await expect(rowsOf(page)).toHaveCount(6)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(name)
  await page.getByRole('button', { name: exactText(t.filter.clear) }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('clearing the filters clears a search that is about to be applied', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await page.addInitScript(holdTimers, 200)
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/orders?search=first')
  const search = page.getByRole('searchbox')
  await expect(search).toHaveValue('first')
  await search.pressSequentially(' second')

  // On a busy computer the delay of a search is over before everything that follows a click is rendered.
  await page.getByRole('button', { name: exactText(t.filter.clear) }).evaluate(async (button: HTMLButtonElement) => {
    button.click()
    await Promise.resolve()
    dispatchEvent(new Event('run-held-timers'))
  })

  await expect(page).not.toHaveURL(/search=/)
  await expect(search).toHaveValue('')
})

/** Lets timers of this delay run on the event `run-held-timers` only. Runs in the page. */
function holdTimers(heldDelayMs: number): void {
  const start = window.setTimeout.bind(window)
  const stop = window.clearTimeout.bind(window)
  const held = new Map<number, () => void>()
  Object.assign(window, {
    setTimeout: (run: () => void, delayMs: number) => {
      const isHeld = delayMs === heldDelayMs
      const id = start(run, isHeld ? 2 ** 31 - 1 : delayMs)
      if (isHeld) held.set(id, run)
      return id
    },
    clearTimeout: (id: number) => {
      held.delete(id)
      stop(id)
    },
  })
  addEventListener('run-held-timers', () => {
    for (const run of held.values()) run()
  })
}

test('rows are 52 px high on a desktop; a phone shows several orders below one button of filters', async ({
  visit,
}) => {
  const name = createName()
  await storeOrders({ name, count: 8, hoursOld: 30 })
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/orders?search=${name}`)
  await expect(rowsOf(page)).toHaveCount(8)
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page, `order list at ${width}`)
    const heights = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect([...new Set(heights)], `${width}`).toEqual([52])
    await saveScreenshot(page, `orders-${width}`)
  }
  for (const [size, visible] of [
    [phone, 3],
    [{ width: 320, height: 568 }, 1],
  ] as const) {
    await page.setViewportSize(size)
    await waitForNetworkIdle(page)
    await expectNoOverflow(page, `order list at ${size.width}`)
    expect(await countVisibleRows(page), `${size.width}`).toBeGreaterThanOrEqual(visible)
    await saveScreenshot(page, `orders-${size.width}`)
  }
  await expectAccessible(page, 'order list on a phone')
  await expect(page.getByLabel(t.days.from, { exact: true })).toBeHidden()
  await page.getByRole('button', { name: t.filter.open }).click()
  await expect(page.getByLabel(t.days.from, { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: messagesByLanguage.ua.sort.label }).selectOption(t.filter.lateFirst)
  await expect(page).toHaveURL(/sort=deadline/)
  await expectNoOverflow(page, 'open filters')
  await saveScreenshot(page, 'orders-filters-320')
})

/** Counts the rows that are wholly between the top of the window and the navigation at its bottom. */
const countVisibleRows = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bottom = document.querySelector('[data-testid=admin-tabs]')?.getBoundingClientRect().top ?? 0
    return [...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= bottom)
      .length
  })
