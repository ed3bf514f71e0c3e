import { createPhoneNumber } from './harness/order-form.ts'
import { toasts } from './harness/locators.ts'
import { runSql } from './database.ts'
import {
  containingText,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  keepToasts,
  messagesByLanguage,
  phone,
  waitForNetworkIdle,
} from './fixtures.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'

const t = messagesByLanguage.ua
const enterMessages = t.desk.enter

test('staff enter an order by phone; a retry after a lost response stores one order', async ({ visit }) => {
  const phoneNumber = createPhoneNumber()
  const { page } = await visit({ size: phone })
  await keepToasts(page)
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/orders')
  await page.getByRole('button', { name: t.desk.filter.open }).click()
  await page.getByRole('button', { name: exactText(enterMessages.action) }).click()
  const form = page.getByRole('dialog', { name: enterMessages.title })
  const save = form.getByRole('button', { name: exactText(t.admin.form.save) })

  await save.click()
  await expect(form).toContainText(enterMessages.wrongName)
  await expect(form).toContainText(enterMessages.wrongPhone)
  await expect(form).toContainText(t.desk.contents.noLines)
  await form.getByLabel(containingText(enterMessages.name)).fill('Мельник Іван')
  await form.getByLabel(enterMessages.phone, { exact: true }).fill(phoneNumber)
  await form.getByLabel(containingText(enterMessages.telegram)).fill('@ivan_bar')
  await form.getByRole('combobox', { name: t.desk.contents.addProduct }).fill('лимон')
  await form.getByRole('listbox').getByRole('option').first().click()
  await expect(form.getByRole('listitem')).toHaveCount(1)
  await waitForNetworkIdle(page)
  await expectAccessible(page, 'form of an order by phone')
  await expectNoOverflow(page, 'form of an order by phone')

  // The shop stores the order, and its response is lost.
  await page.route('**/api/admin/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  // The order feed announces the stored order at the same time, so its toast may replace that of the failure.
  const failure = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await save.click()
  await failure
  await expect(form).toBeVisible()
  await page.unroute('**/api/admin/orders')
  await save.click()

  await expect(toasts(page)).toContainText(enterMessages.saved)
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('Мельник Іван')
  await expect(drawer).toContainText(t.desk.facts.sources.phone)
  const orders = await runSql(
    `SELECT source, customer_telegram FROM orders WHERE customer_name = 'Мельник Іван' AND customer_telegram IS NOT NULL
     AND right(customer_phone, 7) = right(regexp_replace($1, '\\D', '', 'g'), 7)`,
    [phoneNumber],
  )
  expect(orders).toEqual([{ source: 'phone', customer_telegram: 'ivan_bar' }])
})
