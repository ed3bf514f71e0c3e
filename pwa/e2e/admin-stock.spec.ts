import type { Page } from '@playwright/test'
import { callAdminApi, createAdminProduct } from './admin.ts'
import { openOrderForm } from './harness/order-form.ts'
import { packageChoice, productCards, productDetails, productNames, toasts } from './harness/locators.ts'
import { signInAsNewStaff, test } from './staff.ts'
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

test('a customer sees on card, list, product page and order form which packages are not in stock', async ({
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
