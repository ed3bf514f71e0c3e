import type { Page } from '@playwright/test'
import { callAdminApi, createAdminProduct } from './admin.ts'
import { runSql } from './database.ts'
import { createPhoneNumber, fillOrderForm, openOrderForm, submitOrder } from './harness/order-form.ts'
import { cartButton, packageChoice, productCards, productDetails, productNames, toasts } from './harness/locators.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import {
  containingText,
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  messagesByLanguage,
  phone,
  waitForNetworkIdle,
  waitForOfflineReady,
} from './fixtures.ts'

const t = messagesByLanguage.ua
const day = '2099-12-03'
const backText = t.stock.back.replace('{day}', '3 грудня 2099 р.')

async function setStock(page: Page, id: string, stock: Record<string, string>): Promise<void> {
  for (const [packageSize, value] of Object.entries(stock)) {
    const { status } = await callAdminApi(page, 'PUT', `products/${id}/stock`, { packageSize, stock: value })
    expect(status).toBe(200)
  }
}

test('a customer sees on card, list, product page, order form and in the cart which packages are not in stock', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ size: phone })
  await signInAsNewStaff(page, 'editor')
  const first = await createAdminProduct(page)
  const second = await createAdminProduct(page, { categoryId: first.categoryId })
  await setStock(page, second.id, { '50г': 'out', '100г': day, '500г': 'out', '1кг': 'out' })
  await page.goto(`/product/${second.slug}`)
  const sizes = productDetails(page).getByRole('radio')
  await expect(sizes.nth(0)).toHaveAccessibleName(containingText(t.stock.out))
  await expect(sizes.nth(1)).toHaveAccessibleName(containingText(backText))
  await waitForNetworkIdle(page)
  await expectAccessible(page, 'a product that is not in stock')
  await expectNoOverflow(page, 'a product that is not in stock')

  await openOrderForm(page)
  const options = page.getByRole('dialog').getByRole('combobox').getByRole('option')
  await expect(options.nth(0)).toHaveText(containingText(t.stock.out))
  await expect(options.nth(1)).toHaveText(containingText(backText))

  const { body } = await callAdminApi<{ slug: string }>(page, 'GET', `categories/${first.categoryId}`)
  await page.goto(`/category/${body.slug}`)
  // The newest product is first in the shop's order.
  await expect(productNames(page)).toHaveText([`${first.name} ua`, `${second.name} ua`])
  const card = productCards(page).nth(1)
  await expect(card.getByText(exactText(t.stock.out))).toBeVisible()
  await packageChoice(card).nth(1).check({ force: true })
  await expect(card.getByText(exactText(backText))).toBeVisible()
  await page.getByRole('button', { name: t.sort.compact }).click()
  await expect(productCards(page).nth(1)).toContainText(containingText(t.stock.out))
  await expectNoOverflow(page, 'a list with a product that is not in stock')

  await page.evaluate(async (productId) => {
    const body = JSON.stringify({ productId, packageSize: '100г', quantity: 1 })
    await fetch('/api/cart', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }, second.id)
  await cartButton(page).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(containingText(backText))
  await expectNoOverflow(page, 'a cart with a product that is not in stock')
  expect(pageErrors).toEqual([])
})

test('staff set a package out of stock with one tap and name the day; a failed change is rolled back', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const { id, slug, name } = await createAdminProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  const fill = (text: string) => exactText(text.replace('{name}', `${name} ua`).replace('{size}', '500 г'))
  const inStock = page.getByRole('switch', { name: fill(t.admin.products.inStock) })
  const backOn = page.getByLabel(fill(t.admin.products.backOn))
  const readStock = async () =>
    (await callAdminApi<{ products: { stock: object }[] }>(page, 'GET', `products?search=${slug}`)).body.products[0]
      ?.stock

  await inStock.click()
  await expect(inStock).toHaveAttribute('aria-checked', 'false')
  await expect.poll(readStock).toEqual({ '500г': 'out' })
  await backOn.fill(day)
  await expect.poll(readStock).toEqual({ '500г': day })
  // A row below the pointer has another background.
  await page.mouse.move(0, 0)
  await expectAccessible(page, 'the stock in the product list')
  await page.setViewportSize(phone)
  await expectNoOverflow(page, 'the stock in the product list')

  await page.route(`**/api/admin/products/${id}/stock`, (route) => route.abort())
  await inStock.click()
  await expect(toasts(page)).toContainText(containingText(t.admin.refused.unreachable))
  await expect(inStock).toHaveAttribute('aria-checked', 'false')
  await expect(backOn).toHaveValue(day)
  await page.unroute(`**/api/admin/products/${id}/stock`)
  await inStock.press('Space')
  await expect(backOn).toBeHidden()
  await expect.poll(readStock).toEqual({})
})

/** Sets what the shop does with orders of packages that are not in stock, until the test ends. */
async function setPolicy(orders: 'refuse' | 'backorder'): Promise<AsyncDisposable> {
  await runSql('INSERT INTO stock_policy (orders) VALUES ($1) ON CONFLICT (single) DO UPDATE SET orders = $1', [orders])
  return { [Symbol.asyncDispose]: async () => void (await runSql('DELETE FROM stock_policy')) }
}

test('a customer orders what is not in stock: the order is a backorder for the customer and for staff', async ({
  visit,
}) => {
  const { page } = await visit({ size: phone })
  await signInAsNewStaff(page, 'editor')
  const { id, slug } = await createAdminProduct(page)
  const customer = (await visit({ size: phone })).page
  await customer.goto(`/product/${slug}`)
  await openOrderForm(customer)
  const number = createPhoneNumber()
  await fillOrderForm(customer, { phone: number })
  // After the form was opened.
  await setStock(page, id, { '50г': 'out' })
  const orderId = await submitOrder(customer)

  await expect(customer.getByRole('main').getByText(exactText(t.order.backorder))).toBeVisible()
  await page.setViewportSize(desktop)
  await page.goto(`/admin/orders?search=${encodeURIComponent(number)}`)
  await expect(page.getByRole('row', { name: containingText(t.desk.hasBackorder) })).toHaveCount(1)
  await page.goto(`/admin/orders?order=${orderId}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(exactText(t.order.backorder))).toBeVisible()
  await expectAccessible(page, 'an order with a backorder')
  await expect.poll(() => readStaffMessage(orderId)).toContain('побажання: немає в наявності')
})

async function readStaffMessage(orderId: string): Promise<string | undefined> {
  const messages = (await (await fetch(`${process.env['TELEGRAM_URL']}/control/messages`)).json()) as { text: string }[]
  return messages.find(({ text }) => text.includes(orderId))?.text
}

test('an order saved offline is refused as not in stock: it stays on the phone, names the package, and is sent once edited', async ({
  visit,
}) => {
  await using _policy = await setPolicy('refuse')
  const { page } = await visit({ size: phone })
  await signInAsNewStaff(page, 'editor')
  const { id, slug, name } = await createAdminProduct(page)
  const customer = (await visit({ size: phone })).page
  await customer.goto(`/product/${slug}`)
  await openOrderForm(customer)
  await fillOrderForm(customer)
  await customer.route('**/api/orders', (route) => route.abort())
  const orderId = await submitOrder(customer)
  await setStock(page, id, { '50г': day })
  await customer.unroute('**/api/orders')
  await customer.evaluate(() => dispatchEvent(new Event('online')))

  const refusal = t.order.unavailable.back
    .replace('{name}', `${name} ua`)
    .replace('{size}', '50 г')
    .replace('{day}', '3 грудня 2099 р.')
  await expect(customer.getByRole('main').getByText(containingText(refusal)).first()).toBeVisible()
  await customer.goto('/pending')
  await customer.getByRole('button', { name: exactText(t.outbox.edit) }).click()
  const dialog = customer.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption('100г')
  const editedId = await submitOrder(customer)

  expect(editedId).not.toBe(orderId)
  const rows = await runSql<{ package_size: string }>(
    'SELECT i.package_size FROM order_items i JOIN products p ON p.id = i.product_id WHERE p.slug = $1',
    [slug],
  )
  expect(rows).toEqual([{ package_size: '100г' }])
})

test('an admin chooses in the settings that such orders are refused', async ({ visit }) => {
  await using _policy = await setPolicy('backorder')
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'admin')
  await page.goto('/admin/settings')
  const section = page.getByRole('region', { name: t.admin.stockPolicy.title })
  const refuse = section.getByRole('radio', { name: containingText(t.admin.stockPolicy.refuse) })

  await expect(section.getByRole('radio', { name: containingText(t.admin.stockPolicy.backorder) })).toBeChecked()
  await refuse.check()
  await expect(toasts(page)).toContainText(t.admin.stockPolicy.saved)
  await page.reload()
  await expect(refuse).toBeChecked()
  await expectAccessible(page, 'the stock policy')
  await page.setViewportSize(phone)
  await expectNoOverflow(page, 'the stock policy')
})

test('offline, the stock of the stored catalogue is shown with its age', async ({ visit }) => {
  const staff = (await visit()).page
  await signInAsNewStaff(staff, 'editor')
  const { id, slug } = await createAdminProduct(staff)
  await setStock(staff, id, { '50г': 'out' })
  const { page } = await visit({ size: phone, worker: true })
  await page.goto('/')
  await waitForOfflineReady(page)
  await page.context().setOffline(true)
  await page.goto(`/product/${slug}`)

  await expect(packageChoice(productDetails(page)).nth(0)).toHaveAccessibleName(containingText(t.stock.out))
  await expect(page.getByText(containingText(t.offline.asOf.split('{')[0] ?? ''))).toBeVisible()
})
