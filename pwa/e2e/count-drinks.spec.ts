import { kopiykasToDecimal, parseMoney, unitPrice } from '@tsedra/contract/money'
import type { Page } from '@playwright/test'
import { orderedProducts, packageChoice, productDetails, productTotal, stalePricesBar } from './harness/locators.ts'
import { createPhoneNumber, fillOrderForm, submitOrder } from './harness/order-form.ts'
import { readNotifiedIds } from './outbox-fixtures.ts'
import {
  appearances,
  exactText,
  expect,
  expectAccessible,
  expectStable,
  type Language,
  messagesByLanguage,
  shopUrl,
  test,
  thoroughUnless,
  waitForNetworkIdle,
  waitForOfflineReady,
} from './fixtures.ts'

/** Fifteen slices in 50 g. */
const PRODUCT_PATH = '/product/orange-chips'
const t = messagesByLanguage.ua.count

const planButton = (page: Page, language: Language = 'ua') =>
  page.getByRole('button', { name: exactText(messagesByLanguage[language].count.plan) })
const planSheet = (page: Page) => page.getByRole('dialog', { name: exactText(t.plan) })

/** Returns the price of 50 g in kopiykas. */
async function fetchPrice(): Promise<number> {
  const reply = (await (await fetch(`${shopUrl()}/api${PRODUCT_PATH.replace('product', 'products')}`)).json()) as {
    price: string
  }
  return parseMoney(reply.price) ?? 0
}

/** A sum as the Ukrainian page shows it. */
const showSum = (kopiykas: number) => `${kopiykasToDecimal(kopiykas).replace('.', ',')} ₴`

test('below the price: pieces of the selection and the price of one drink', async ({ visit }) => {
  const price = await fetchPrice()
  const { page, pageErrors } = await visit()
  await page.goto(PRODUCT_PATH)
  const expectCount = (slices: string, perDrink: number) =>
    expect(productDetails(page).getByText('за напій')).toHaveText(
      exactText(`~${slices} · ${showSum(Math.round(perDrink))} за напій`),
    )

  await expectCount('15 прикрас', price / 15)
  await packageChoice(page).nth(1).check()
  await expectCount('30 прикрас', unitPrice({ price: kopiykasToDecimal(price) }, '100г') / 30)
  await productDetails(page)
    .getByRole('button', { name: exactText(messagesByLanguage.ua.product.more) })
    .click()
  await expectCount('60 прикрас', unitPrice({ price: kopiykasToDecimal(price) }, '100г') / 30)
  await packageChoice(page).nth(3).check()
  await expectCount('600 прикрас', unitPrice({ price: kopiykasToDecimal(price) }, '1кг') / 300)
  await expectStable(page, 'the count')

  await page.goto('/product/cinnamon-sticks')
  await expect(productDetails(page).getByText('12 прикрас')).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('a product that is not counted has neither slices nor a plan', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/product/mulled-wine-set')
  await expect(productTotal(page)).toBeVisible()
  await waitForNetworkIdle(page)
  await expect(page.getByText('~')).toHaveCount(0)
  await expect(planButton(page)).toHaveCount(0)
})

test('offline and by keyboard: the cheapest packages for an evening become one order', async ({ visit }) => {
  const price = await fetchPrice()
  const total = 2 * unitPrice({ price: kopiykasToDecimal(price) }, '100г') + price
  const number = createPhoneNumber()
  const { page } = await visit({ worker: true })
  await page.goto(PRODUCT_PATH)
  await waitForOfflineReady(page)
  await page.context().setOffline(true)
  await expect(stalePricesBar(page)).toHaveText(exactText(messagesByLanguage.ua.offline.bar))

  await planButton(page).press('Enter')
  const sheet = planSheet(page)
  await sheet.getByRole('textbox', { name: exactText(t.drinks) }).fill('35')
  await expect(sheet.getByText('1 × 100 г · 1 × 50 г')).toBeVisible()
  await sheet.getByRole('radio', { name: '1' }).press('ArrowRight')
  await expect(sheet.getByRole('radio', { name: '2' })).toBeChecked()
  await expect(sheet.getByRole('status')).toContainText(/2\s×\s100\sг · 1\s×\s50\sг/)
  await expect(sheet.getByRole('status')).toContainText('75 прикрас')
  await expect(sheet.getByRole('status')).toContainText(showSum(total).replace(' ', '\u00a0'))
  await sheet.getByRole('button', { name: exactText(t.order) }).press('Enter')

  const form = page.getByRole('dialog', { name: messagesByLanguage.ua.order.title })
  await expect(orderedProducts(form)).toHaveCount(2)
  await expect(form.getByText(/^Ціни й\sнаявність на/)).toBeVisible()
  await fillOrderForm(page, { phone: number })
  const id = await submitOrder(page)
  await expect(page.locator('h1')).toHaveText(exactText(messagesByLanguage.ua.order.page.saved))
  await page.context().setOffline(false)

  await expect.poll(() => readNotifiedIds(number)).toEqual([id])
  const order = (await (await fetch(`${shopUrl()}/api/orders/${id}`)).json()) as {
    items: { packageSize: string; quantity: number }[]
    totalAmount: string
  }
  expect(order.items.map(({ packageSize, quantity }) => [packageSize, quantity])).toEqual([
    ['100г', 2],
    ['50г', 1],
  ])
  expect(order.totalAmount).toBe(kopiykasToDecimal(total))
})

test('more drinks than an order may have are not ordered, and closing returns the focus', async ({ visit }) => {
  const { page } = await visit()
  await page.goto(PRODUCT_PATH)
  await planButton(page).click()
  const sheet = planSheet(page)
  const drinks = sheet.getByRole('textbox', { name: exactText(t.drinks) })

  await drinks.fill('4951')
  await expect(sheet.getByRole('status')).toHaveText(/4\s950/)
  await expect(sheet.getByRole('button', { name: exactText(t.order) })).toBeDisabled()
  await drinks.fill('багато')
  await expect(sheet.getByRole('status')).toHaveText(exactText(t.enter))
  await sheet.getByRole('button', { name: exactText(t.more) }).click()
  await expect(drinks).toHaveValue('10')
  await sheet.getByRole('button', { name: exactText(t.fewer) }).click()
  await expect(drinks).toHaveValue('1')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(planButton(page)).toBeFocused()
})

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `the plan in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing moves`,
    thoroughUnless(index === 1),
    async ({ visit }) => {
      const { page, pageErrors } = await visit({ language, theme, size, motion: true })
      await page.goto(PRODUCT_PATH)
      await planButton(page, language).click()
      await expect(page.getByRole('dialog').getByRole('status')).toContainText('×')
      await expectAccessible(page, 'the plan')
      await expectStable(page, 'the plan')
      expect(pageErrors).toEqual([])
    },
  )
}
