import { kopiykasToDecimal, parseMoney } from '@tsedra/contract/money'
import { productNames } from './harness/locators.ts'
import { createPhoneNumber, fillOrderForm, submitOrder } from './harness/order-form.ts'
import { readNotifiedIds } from './outbox-fixtures.ts'
import {
  containingText,
  exactText,
  expect,
  messagesByLanguage,
  shopUrl,
  test,
  waitForOfflineReady,
} from './fixtures.ts'

const t = messagesByLanguage.ua

interface DrinkReply {
  drink: { translations: { name: string; reason: string }[] }
  products: { price: string; translations: { name: string }[] }[]
}

test('from the home page to a drink, offline: one request orders everything that goes with it', async ({ visit }) => {
  const reply = (await (await fetch(`${shopUrl()}/api/drinks/negroni?lang=ua`)).json()) as DrinkReply
  const [texts] = reply.drink.translations
  const names = reply.products.map(({ translations }) => translations[0]?.name ?? '')
  const number = createPhoneNumber()
  const { page } = await visit({ worker: true })
  const context = page.context()
  const sentOrders: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) sentOrders.push(request.postData() ?? '')
  })
  await page.goto('/')
  await waitForOfflineReady(page)
  const drinks = page.getByRole('region', { name: exactText(t.drinks.title) })
  await context.setOffline(true)

  await drinks.getByRole('link', { name: exactText(texts?.name ?? '') }).click()
  await expect(page.locator('h1')).toHaveText(exactText(texts?.name ?? ''))
  await expect(page.getByText(containingText(texts?.reason ?? ''))).toBeVisible()
  await expect(productNames(page)).toHaveText(names.map(exactText))
  await page.getByRole('button', { name: exactText(t.drinks.orderAll) }).click()
  for (const name of names) await expect(page.getByRole('dialog').getByRole('heading', { name })).toBeVisible()
  await fillOrderForm(page, { phone: number })
  const id = await submitOrder(page)
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.saved))
  expect(sentOrders).toEqual([])
  await context.setOffline(false)

  await expect.poll(() => readNotifiedIds(number)).toEqual([id])
  expect(sentOrders).toHaveLength(1)
  const order = (await (await fetch(`${shopUrl()}/api/orders/${id}`)).json()) as {
    items: { name: string; quantity: number }[]
    totalAmount: string
  }
  expect(order.items.map(({ name, quantity }) => [name, quantity])).toEqual(names.map((name) => [name, 1]))
  const total = reply.products.reduce((sum, { price }) => sum + (parseMoney(price) ?? 0), 0)
  expect(order.totalAmount).toBe(kopiykasToDecimal(total))
})
