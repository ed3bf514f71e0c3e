import { createPhoneNumber, fillOrderForm, openOrderForm, submitOrder, submitOrderForm } from './harness/order-form.ts'
import { orderedProducts } from './harness/locators.ts'
import { readDrafts, readNotifiedIds } from './outbox-fixtures.ts'
import {
  containingText,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  messagesByLanguage,
  shopUrl,
  test,
  waitForOfflineReady,
} from './fixtures.ts'

/** An order form with several lines (infra/decisions/0051-order-form-lines.md). */
const t = messagesByLanguage.ua

test('a guest orders several products offline and by keyboard with one request, and edits it before it is sent', async ({
  visit,
}) => {
  const number = createPhoneNumber()
  const { page } = await visit({ worker: true, theme: 'dark' })
  await page.goto('/product/lemon-chips')
  await waitForOfflineReady(page)
  await page.context().setOffline(true)
  await openOrderForm(page)
  const form = page.getByRole('dialog', { name: exactText(t.order.title) })
  await expect(form.getByRole('button', { name: containingText(t.order.lines.remove) })).toHaveCount(0)

  await form.getByRole('button', { name: exactText(t.order.lines.add) }).press('Enter')
  const picker = page.getByRole('dialog', { name: exactText(t.order.picker.title) })
  await picker.getByRole('searchbox').fill('лайм')
  await picker.getByRole('searchbox').press('Enter')
  const lime = picker.getByRole('button', { name: containingText('Лаймові чипси') })
  await lime.press('Enter')
  await lime.press('Enter')
  await expect(lime).toContainText('× 2')
  await expectAccessible(page, 'the picker of products')
  await picker.getByRole('searchbox').fill('')
  await picker
    .getByRole('region', { name: exactText(t.order.picker.all) })
    .getByRole('button', { name: containingText('Апельсинові чипси') })
    .press('Enter')
  await expectNoOverflow(page, 'the picker of products')
  await picker.getByRole('button', { name: exactText(t.order.picker.done) }).press('Enter')
  await expect(form.getByRole('button', { name: exactText(t.order.lines.add) })).toBeFocused()
  await expect(orderedProducts(form)).toHaveText(['Лимонні чипси', 'Лаймові чипси', 'Апельсинові чипси'])
  await form.getByRole('combobox', { name: containingText('Лаймові чипси') }).selectOption('100г')
  await expectAccessible(page, 'the order form with several lines')
  await expectNoOverflow(page, 'the order form with several lines')

  // Its draft survives the end of the page.
  await fillOrderForm(page, { phone: number })
  await expect.poll(async () => JSON.stringify(await readDrafts(page))).toContain(number)
  await page.reload()
  await openOrderForm(page)
  await expect(orderedProducts(form)).toHaveText(['Лимонні чипси', 'Лаймові чипси', 'Апельсинові чипси'])
  await submitOrder(page)
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.saved))

  await page.getByRole('button', { name: exactText(t.outbox.edit) }).click()
  await expect(orderedProducts(form)).toHaveCount(3)
  await form
    .getByRole('button', { name: containingText(t.order.lines.remove) })
    .nth(2)
    .press('Enter')
  await form.getByRole('textbox', { name: containingText('Лаймові чипси') }).fill('12')
  const before = page.url()
  await submitOrderForm(page)
  await page.waitForURL((url) => url.href !== before && url.pathname.startsWith('/order/'))
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.saved))
  const id = page.url().split('/').at(-1) ?? ''
  await page.context().setOffline(false)

  await expect.poll(() => readNotifiedIds(number)).toEqual([id])
  const order = (await (await fetch(`${shopUrl()}/api/orders/${id}`)).json()) as {
    items: { slug: string; packageSize: string; quantity: number }[]
  }
  expect(order.items.map(({ slug, packageSize, quantity }) => [slug, packageSize, quantity])).toEqual([
    ['lemon-chips', '50г', 1],
    ['lime-chips', '100г', 12],
  ])
})
