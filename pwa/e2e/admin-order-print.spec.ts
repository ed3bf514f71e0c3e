import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { orderNumber } from '@tsedra/contract/order-number'
import { readDrawnFonts } from './harness/drawn-fonts.ts'
import { desktop, exactText, expect, expectAccessible, messagesByLanguage, phone } from './fixtures.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { storeOrders } from './stored-orders.ts'

const t = messagesByLanguage.ua.desk
const createName = () => `Друк${randomUUID().slice(0, 8)}`

/** Sizes of the printed pages in points, width and height. */
async function readPageSizes(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width = '', height = '']) =>
    [width, height].map((points) => Math.round(Number(points))).join('×'),
  )
}

test('a packing slip prints alone on half a sheet or an 80 mm roll, and is shared as text', async ({ visit }) => {
  const name = createName()
  const [id = ''] = await storeOrders({ name, count: 1 })
  const { page } = await visit({ size: desktop })
  await page.addInitScript(() => {
    Object.assign(navigator, { share: (data: ShareData) => Promise.resolve(Object.assign(window, { shared: data })) })
  })
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/orders?order=${id}`)
  await page.getByRole('button', { name: exactText(t.print.slip) }).click()
  const dialog = page.getByRole('dialog', { name: exactText(t.print.slip) })
  await expect(dialog).toContainText(`${name} 1`)
  // The headline's own font has its Latin characters in a file that a Cyrillic page does not load.
  const numbers = await page.getByText(orderNumber(id)).filter({ visible: true }).all()
  expect(numbers.length).toBeGreaterThan(2)
  for (const number of numbers) expect.soft(await readDrawnFonts(number)).toEqual(['Onest'])
  await expect(dialog).toContainText('Лимонні чипси')
  await expectAccessible(page, 'packing slip')
  await dialog.getByRole('button', { name: t.print.share }).click()
  const shared = await page.evaluate(() => (window as { shared?: ShareData }).shared?.text)
  expect(shared).toMatch(/Лимонні чипси, 100\sг × 2/)

  expect(await readPageSizes(page)).toEqual(['420×595'])
  await dialog.getByText(t.print.roll, { exact: true }).click()
  expect(await readPageSizes(page)).toEqual(['227×567'])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByTestId('print-sheet')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
})

test('the picking list sums confirmed orders, and has a place in the filters of a phone', async ({ visit }) => {
  // On a day that no other test has orders on.
  const hoursOld = Math.round((Date.now() - Date.UTC(2021, 4, 15, 12)) / 3_600_000)
  await storeOrders({ name: createName(), count: 3, status: 'confirmed', hoursOld })
  const { page } = await visit({ size: phone })
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/orders?from=2021-05-15&to=2021-05-15')
  await page.getByRole('button', { name: t.filter.open }).click()
  await page.getByRole('button', { name: exactText(t.print.picking) }).click()
  const dialog = page.getByRole('dialog', { name: exactText(t.print.picking) })
  await expect(dialog.getByRole('listitem')).toContainText(['Лимонні чипси100 г × 6'])
  await expectAccessible(page, 'picking list')
  await page.keyboard.press('Escape')
  await page.goto('/admin/orders?from=2020-01-01&to=2020-01-02')
  await page.getByRole('button', { name: t.filter.open }).click()
  await page.getByRole('button', { name: exactText(t.print.picking) }).click()
  await expect(dialog).toContainText(t.print.nothing)
})
