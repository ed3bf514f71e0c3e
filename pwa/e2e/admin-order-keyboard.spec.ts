import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { desktop, exactText, expect, expectAccessible, keepToasts, messagesByLanguage } from './fixtures.ts'
import { toasts } from './harness/locators.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { storeOrders } from './stored-orders.ts'

const t = messagesByLanguage.ua.desk
const statusTexts = messagesByLanguage.ua.order.status
const createName = () => `Ряд${randomUUID().slice(0, 8)}`
const rowsOf = (page: Page) => page.locator('tbody tr:not([aria-hidden])')
const currentRow = (page: Page) => page.locator('tbody tr[aria-current]')
const readStatuses = async (ids: readonly string[]) =>
  (await runSql<{ status: string }>('SELECT status FROM orders WHERE id = ANY($1::uuid[])', [ids])).map(
    ({ status }) => status,
  )
const countOf = async (ids: readonly string[], status: string) =>
  (await readStatuses(ids)).filter((stored) => stored === status).length

test('fifty orders are confirmed by keyboard alone, with at most three keys each and no drawer', async ({ visit }) => {
  const name = createName()
  const ids = await storeOrders({ name, count: 50, hoursOld: 20 })
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/orders?status=pending&search=${name}`)
  await expect(rowsOf(page)).toHaveCount(50)
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  page.on('request', (request) => {
    if (/\/api\/admin\/orders\/[0-9a-f-]{36}\?/.test(request.url())) throw new Error('a drawer was opened')
  })

  await press('j')
  await expect(currentRow(page)).toBeFocused()
  // Each key acts on the row that the user sees: the list shrinks while it is confirmed.
  for (let confirmed = 1; confirmed <= ids.length; confirmed += 1) {
    await press('c')
    await expect.poll(() => countOf(ids, 'confirmed')).toBe(confirmed)
  }

  expect(keys / ids.length).toBeLessThanOrEqual(3)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(0)
})

test('keys move, open, close, select and undo, and do nothing while typing or when they are off', async ({ visit }) => {
  const name = createName()
  const ids = await storeOrders({ name, count: 3 })
  const { page } = await visit({ size: desktop })
  await keepToasts(page)
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/orders?search=${name}&sort=deadline`)
  await expect(rowsOf(page)).toHaveCount(3)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(currentRow(page)).toContainText(`${name} 2`)
  await page.keyboard.press('k')
  await expect(currentRow(page)).toContainText(`${name} 1`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(`${name} 1`)
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await countOf(ids, 'confirmed')).toBe(0)
  await expect(currentRow(page)).toBeFocused()
  await page.keyboard.press('x')
  await expect(currentRow(page).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(currentRow(page).getByRole('checkbox')).not.toBeChecked()

  await page.keyboard.press('c')
  await expect(toasts(page)).toContainText(t.moved)
  await expect(currentRow(page)).toContainText(`${name} 2`)
  await page.keyboard.press('z')
  await expect(toasts(page)).toContainText(t.undo.done)
  await expect.poll(() => countOf(ids, 'pending')).toBe(3)

  await page.getByRole('searchbox').focus()
  await page.keyboard.press('End')
  await page.keyboard.type('cxj')
  await expect(page.getByRole('searchbox')).toHaveValue(`${name}cxj`)
  await page.getByRole('searchbox').fill(name)
  await expect(rowsOf(page)).toHaveCount(3)
  expect(await countOf(ids, 'pending')).toBe(3)

  await rowsOf(page).first().focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: t.keys.title })
  await expectAccessible(page, 'keys of the order list')
  await help.getByRole('switch', { name: t.keys.setting }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(3)
  await page.keyboard.press('j')
  await expect(currentRow(page)).toHaveCount(0)
  await page.getByRole('button', { name: exactText(t.views.keys) }).click()
  await expect(help.getByRole('switch')).not.toBeChecked()
})

test('selected orders are changed in one request, each outcome is shown, and the change can be undone', async ({
  visit,
}) => {
  const name = createName()
  const ids = await storeOrders({ name, count: 3 })
  const { page } = await visit({ size: desktop })
  await keepToasts(page)
  // The page learns of the other user's change from the response.
  await page.context().route('**/api/admin/order-events*', (route) => route.abort())
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/orders?search=${name}&sort=deadline`)
  await expect(rowsOf(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: t.bulk.selectAll }).check()
  await runSql(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [ids[1]])
  const requests: string[] = []
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()))

  await page.getByRole('region', { name: t.bulk.label }).getByRole('button', { name: t.move.confirmed }).click()

  await expect(page.getByRole('alert')).toContainText(ids[1]?.slice(0, 8).toUpperCase() ?? '')
  await expect(page.getByRole('alert')).toContainText(statusTexts.cancelled)
  expect(requests).toHaveLength(1)
  expect(await readStatuses(ids)).toEqual(expect.arrayContaining(['confirmed', 'cancelled', 'confirmed']))
  await expect(rowsOf(page).nth(1).getByRole('combobox')).toHaveText(statusTexts.cancelled)
  await expectAccessible(page, 'outcome of a bulk change')
  await toasts(page).getByRole('button', { name: t.undo.action }).click()
  await expect(toasts(page)).toContainText(t.undo.done)
  await expect.poll(() => countOf(ids, 'pending')).toBe(2)
  expect(await countOf(ids, 'cancelled')).toBe(1)
})
