import { orderNumber } from '@tsedra/contract/order-number'
import { runSql } from './database.ts'
import {
  containingText,
  expect,
  expectAccessible,
  expectNoOverflow,
  messagesByLanguage,
  openHome,
  phone,
  test,
  waitForOfflineReady,
} from './fixtures.ts'
import { readDrawnFonts } from './harness/drawn-fonts.ts'
import { fillOrderForm, openOrderForm, submitOrder } from './harness/order-form.ts'
import { prices, productLinks, toasts } from './harness/locators.ts'

const t = messagesByLanguage.ua

test('a guest finds a received order again without its tab, with its status offline too, and removes it', async ({
  visit,
}) => {
  const { page: firstTab, pageErrors } = await visit({ size: phone, worker: true })
  await openHome(firstTab)
  await productLinks(firstTab).first().click()
  await openOrderForm(firstTab)
  await fillOrderForm(firstTab)
  const id = await submitOrder(firstTab)
  await expect(firstTab.getByRole('main')).toContainText(t.order.page.received)
  await waitForOfflineReady(firstTab)
  await runSql(`UPDATE orders SET status = 'confirmed' WHERE id = $1`, [id])
  const page = await firstTab.context().newPage()
  await firstTab.close()

  await page.goto('/profile')
  const list = page.getByRole('region', { name: t.device.title })
  const row = list.getByRole('listitem').filter({ hasText: orderNumber(id) })
  await expect(row).toContainText(t.order.status.confirmed)
  expect(await readDrawnFonts(row.getByText(orderNumber(id)))).toEqual(['Onest'])
  await expect(prices(row)).toBeVisible()
  await expectAccessible(page, 'received orders of the device')
  await expectNoOverflow(page, 'received orders of the device')

  await page.context().setOffline(true)
  await page.goto('/pending')
  await expect(row).toContainText(t.order.status.confirmed)
  await row.getByRole('link').click()
  await expect(page.getByRole('main')).toContainText(containingText(orderNumber(id)))
  await expect(page.getByRole('main')).toContainText(t.order.status.confirmed)
  await page.goto('/pending')
  await row.getByRole('button').click()
  await expect(list).toHaveCount(0)
  await toasts(page).getByRole('button', { name: t.outbox.keep }).click()
  await row.getByRole('button').click()
  await expect(toasts(page)).toContainText(t.device.removed)
  await expect(list).toHaveCount(0)
  expect(pageErrors).toEqual([])
})
