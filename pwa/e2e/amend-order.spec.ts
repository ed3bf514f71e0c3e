import type { Locator, Page } from '@playwright/test'
import { runSql } from './database.ts'
import {
  containingText,
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  keepToasts,
  messagesByLanguage,
  phone,
  waitForNetworkIdle,
} from './fixtures.ts'
import { toasts } from './harness/locators.ts'
import { createOrder } from './placed-order.ts'
import { createStaffUser, signInAsNewStaff, signInWithSecondFactor } from './staff.ts'
import { test } from './own-shop.ts'

const t = messagesByLanguage.ua
const contentsMessages = t.desk.contents
const formatOrderNumber = (id: string) => id.slice(0, 8).toUpperCase()
const titleOf = (id: string) => contentsMessages.title.replace('{number}', formatOrderNumber(id))

/** Opens the form that changes an order in its drawer. */
async function openForm(page: Page, id: string): Promise<Locator> {
  await page.goto(`/admin/orders?order=${id}`)
  await page.getByRole('button', { name: exactText(contentsMessages.action) }).click()
  return page.getByRole('dialog', { name: titleOf(id) })
}

/** Returns the stored total in kopiykas. */
async function readTotal(id: string): Promise<number> {
  const [row] = await runSql<{ total: string }>('SELECT total_amount AS total FROM orders WHERE id = $1', [id])
  return Math.round(Number(row?.total) * 100)
}

test('staff change an order by keyboard: lines, delivery and discount; the customer’s page shows the result', async ({
  visit,
}) => {
  const id = await createOrder('Лисенко Артем')
  const totalBefore = await readTotal(id)
  const { page } = await visit({ size: desktop })
  await keepToasts(page)
  await signInAsNewStaff(page, 'editor')
  const form = await openForm(page, id)

  // The second package is left out, and another product is added by keyboard alone.
  await form.getByRole('button', { name: containingText(t.product.less) }).focus()
  await page.keyboard.press('Enter')
  await form.getByRole('combobox', { name: contentsMessages.addProduct }).fill('лимон')
  await expect(form.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('listitem')).toHaveCount(2)

  await form.getByRole('button', { name: exactText(t.order.adjustment.delivery) }).click()
  await form
    .getByRole('group', { name: exactText(t.order.adjustment.delivery) })
    .getByLabel(contentsMessages.amount)
    .fill('60')
  await form.getByRole('button', { name: exactText(t.order.adjustment.discount) }).click()
  const discount = form.getByRole('group', { name: exactText(t.order.adjustment.discount) })
  await discount.getByLabel(contentsMessages.amount).fill('999999')
  await form.getByLabel(contentsMessages.reason).fill('Телефоном')
  await form.getByRole('button', { name: exactText(t.admin.form.save) }).click()
  await expect(discount).toContainText(contentsMessages.wrongAmount)
  await expect(discount).toContainText(contentsMessages.wrongReason)
  await discount.getByLabel(contentsMessages.amount).fill('10,50')
  await discount.getByLabel(contentsMessages.adjustmentReason).fill('Постійний гість')
  await waitForNetworkIdle(page)
  await expectAccessible(page, 'form of an order')
  await form.getByRole('button', { name: exactText(t.admin.form.save) }).click()

  await expect(toasts(page)).toContainText(contentsMessages.saved)
  await expect(form).toHaveCount(0)
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(t.desk.timeline.amended)
  await expect(drawer).toContainText('Телефоном')
  const versions = await runSql(
    'SELECT version, jsonb_array_length(lines) AS lines FROM order_versions WHERE order_id = $1 ORDER BY version',
    [id],
  )
  expect(versions).toEqual([
    { version: 1, lines: 1 },
    { version: 2, lines: 2 },
  ])
  const lines = await runSql<{ quantity: number; price: string }>(
    'SELECT quantity, unit_price AS price FROM order_items WHERE order_id = $1 ORDER BY line',
    [id],
  )
  expect(lines.map(({ quantity }) => quantity)).toEqual([1, 1])
  const [kept = 0, added = 0] = lines.map(({ price }) => Math.round(Number(price) * 100))
  expect(2 * kept).toBe(totalBefore)
  expect(await readTotal(id)).toBe(kept + added + 6_000 - 1_050)

  await page.goto(`/order/${id}`)
  const [start = ''] = t.order.page.amended.split('{time}')
  await expect(page.getByText(containingText(start))).toBeVisible()
  await expect(page.getByText('Постійний гість')).toBeVisible()
  await expect(page.getByText('Телефоном')).toHaveCount(0)
})

test('of two colleagues who change one order the slower one sees what changed and starts again', async ({ visit }) => {
  const id = await createOrder('Бойко Ганна')
  const [firstEditor, secondEditor] = [await createStaffUser('editor'), await createStaffUser('editor')]
  const [firstVisit, secondVisit] = [await visit({ size: desktop }), await visit({ size: phone })]
  // The second screen receives no events until its change is refused.
  await secondVisit.page.context().route('**/api/admin/order-events*', (route) => route.abort())
  await signInWithSecondFactor(firstVisit.page, firstEditor)
  await signInWithSecondFactor(secondVisit.page, secondEditor)
  const [first, second] = [await openForm(firstVisit.page, id), await openForm(secondVisit.page, id)]
  const change = async (form: Locator, quantity: string) => {
    await form.getByRole('textbox', { name: containingText(t.product.quantity) }).fill(quantity)
    await form.getByLabel(contentsMessages.reason).fill('Телефоном')
    await form.getByRole('button', { name: exactText(t.admin.form.save) }).click()
  }

  await change(first, '5')
  await expect(first).toHaveCount(0)
  await change(second, '7')

  const alert = second.getByRole('alert')
  await expect(alert).toContainText(firstEditor.firstName)
  await expect(alert).toContainText('5')
  await expectNoOverflow(secondVisit.page, 'conflict of an order')
  await alert.getByRole('button', { name: exactText(contentsMessages.rebase) }).click()
  await expect(second.getByRole('textbox', { name: containingText(t.product.quantity) })).toHaveValue('5')
  await change(second, '7')
  await expect(second).toHaveCount(0)
  const [row] = await runSql('SELECT version FROM orders WHERE id = $1', [id])
  expect(row).toEqual({ version: 3 })
})
