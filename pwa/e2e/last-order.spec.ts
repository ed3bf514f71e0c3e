import type { Page } from '@playwright/test'
import { register, createNewUser, signInDialog } from './accounts.ts'
import { createPhoneNumber, fillOrderForm, openOrderForm, submitOrder } from './harness/order-form.ts'
import { orderedProducts, prices, productCards, toasts, topBar } from './harness/locators.ts'
import {
  appearances,
  containingText,
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectStable,
  type Language,
  messagesByLanguage,
  openHome,
  phone,
  test,
  waitForNetworkIdle,
  waitForOfflineReady,
  waitForStyleSheets,
} from './fixtures.ts'

/** The last order on the home page, and the form that orders the same again. */
const t = messagesByLanguage.ua
const SHORTCUT = '/?again=1&src=shortcut'

const slip = (page: Page, language: Language = 'ua') =>
  page.getByRole('region', { name: exactText(messagesByLanguage[language].reorder.title) })
const againButton = (page: Page, language: Language = 'ua') =>
  slip(page, language).getByRole('button', { name: exactText(messagesByLanguage[language].reorder.action) })
const orderForm = (page: Page) => page.getByRole('dialog', { name: exactText(t.order.title) })

const line = (slug: string, changes: object = {}) => ({
  slug,
  name: `Назва ${slug}`,
  packageSize: '50г',
  quantity: 2,
  unitPrice: '1.00',
  ...changes,
})

/** An order of an earlier visit. */
async function storeLastOrder(page: Page, lines: object[], ownerId: string | null = null): Promise<void> {
  await page.addInitScript(
    ([order, rows]) => {
      if (localStorage.getItem('tsedra.lastOrder')) return
      localStorage.setItem('tsedra.lastOrder', order)
      localStorage.setItem('tsedra.slipRows', rows)
    },
    [JSON.stringify({ id: 'earlier', ownerId, lines }), String(Math.min(lines.length, 4))] as const,
  )
}

async function placeOrder(page: Page): Promise<void> {
  await page.goto('/product/lemon-chips')
  await openOrderForm(page)
  await fillOrderForm(page, { phone: createPhoneNumber() })
  await submitOrder(page)
}

test('after the first order of a guest the home page offers the same again, and sends nothing by itself', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit()
  await openHome(page)
  await expect(slip(page)).toHaveCount(0)
  await placeOrder(page)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))

  await page.goto('/')
  await expect(slip(page).getByRole('listitem')).toHaveCount(1)
  await expect(prices(slip(page))).toHaveCount(1)
  const total = await prices(slip(page)).textContent()
  await waitForNetworkIdle(page)
  await expectStable(page, 'home page with the last order')
  await againButton(page).click()

  await expect(orderedProducts(orderForm(page))).toHaveCount(1)
  await expect(prices(orderForm(page)).first()).toHaveText(String(total))
  expect(posts.filter((url) => url.includes('/orders'))).toEqual([])
  expect(pageErrors).toEqual([])
})

for (const { language, theme, size } of appearances)
  test(`the slip moves nothing and is accessible (${language}, ${theme}, ${size.width})`, async ({ visit }) => {
    for (const slugs of [
      ['lime-chips'],
      ['lime-chips', 'gone-chips', 'orange-chips'],
      ['lime-chips', 'lemon-chips', 'orange-chips', 'gone-chips', 'grapefruit-chips', 'kiwi-chips'],
    ]) {
      const { page } = await visit({ language, theme, size })
      await storeLastOrder(
        page,
        slugs.map((slug) => line(slug)),
      )
      await openHome(page)
      await expect(prices(slip(page, language))).toHaveCount(1)
      await expect(slip(page, language).getByRole('listitem')).toHaveCount(Math.min(slugs.length, 4))
      await expectStable(page, `${slugs.length} lines`)
      await expectAccessible(page, `${slugs.length} lines`)
    }
  })

test('the HTML of the home page reserves the height of the slip before the first render', async ({ visit }) => {
  for (const size of [phone, desktop]) {
    const { page } = await visit({ size })
    await storeLastOrder(page, [line('lime-chips'), line('lemon-chips')])
    // Until its script arrives the page stays as the server has sent it.
    const { promise: isMeasured, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/assets\/core-/, async (route) => {
      await isMeasured
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await waitForStyleSheets(page)
    const pictureBefore = await page.getByTestId('first-paint').locator('img').boundingBox()
    release()
    await expect(productCards(page)).toHaveCount(4)
    await expect(prices(slip(page))).toHaveCount(1)

    const pictureAfter = await page.locator('main section img').first().boundingBox()
    expect(Math.abs((pictureAfter?.y ?? NaN) - (pictureBefore?.y ?? NaN)), `${size.width}`).toBeLessThan(1)
  }
})

test('a discontinued product is named, left out of the sum and of the form', async ({ visit }) => {
  const { page } = await visit()
  await storeLastOrder(page, [line('lemon-chips'), line('gone-chips')])
  await openHome(page)

  const gone = slip(page).getByRole('listitem').filter({ hasText: 'Назва gone-chips' })
  await expect(gone).toContainText(containingText(t.reorder.gone))
  const total = await prices(slip(page)).textContent()
  await againButton(page).click()

  await expect(orderedProducts(orderForm(page))).toHaveCount(1)
  await expect(orderForm(page)).toContainText(containingText('«Назва gone-chips» більше не продається.'))
  await expect(prices(orderForm(page)).first()).toHaveText(String(total))
})

test('when nothing of it is sold any more the slip states it', async ({ visit }) => {
  const { page } = await visit()
  await storeLastOrder(page, [line('gone-chips')])
  await openHome(page)

  await expect(slip(page).getByText(exactText(t.reorder.nothingLeft))).toBeVisible()
  await expect(againButton(page)).toHaveCount(0)
})

test('offline the slip shows the stored prices and opens the form', async ({ visit }) => {
  const { page } = await visit({ worker: true })
  await storeLastOrder(page, [line('lemon-chips'), line('lime-chips')])
  await openHome(page)
  await waitForOfflineReady(page)
  const total = await prices(slip(page)).textContent()

  await page.context().setOffline(true)
  await page.reload()
  await expect(prices(slip(page))).toHaveText(String(total))
  await againButton(page).click()

  await expect(orderedProducts(orderForm(page))).toHaveCount(2)
  await expect(orderForm(page)).toContainText(containingText(t.order.offline))
})

test('an order of an account is not shown to the next person on the phone', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await register(page, createNewUser())
  await placeOrder(page)
  await page.goto('/')
  await expect(againButton(page)).toBeVisible()

  await topBar(page).getByRole('button', { name: t.nav.profile }).click()
  await page.getByRole('menuitem', { name: t.userMenu.signOut }).click()
  await expect(toasts(page)).toContainText(t.signOut.done)
  await expect(slip(page)).toHaveCount(0)
  await page.reload()
  await expect(productCards(page)).toHaveCount(4)
  await expect(slip(page)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('tsedra.lastOrder'))).toBeNull()
})

test('an order of another account is neither shown nor kept after a sign-in', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await storeLastOrder(page, [line('lemon-chips')], '00000000-0000-4000-8000-000000000000')
  await openHome(page)
  await expect(slip(page)).toHaveCount(0)
  await page.goto(SHORTCUT)
  await expect(page.getByRole('heading', { name: exactText(t.reorder.none) })).toBeVisible()

  await register(page, createNewUser())
  await expect(signInDialog(page).dialog).toHaveCount(0)
  await page.goto('/')
  await expect(productCards(page)).toHaveCount(4)
  await expect(slip(page)).toHaveCount(0)
})

test('the app shortcut opens the form once, and explains itself before the first order', async ({ visit }) => {
  const { page } = await visit()
  const { shortcuts } = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; name_localized: object; url: string }[]
  }
  expect(shortcuts[0]).toEqual({
    name: t.reorder.action,
    name_localized: { ru: messagesByLanguage.ru.reorder.action, en: messagesByLanguage.en.reorder.action },
    url: SHORTCUT,
  })

  await page.goto(SHORTCUT)
  await expect(page.getByRole('heading', { name: exactText(t.reorder.none) })).toBeVisible()
  await waitForNetworkIdle(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page, 'no order yet')

  await placeOrder(page)
  await page.goto(SHORTCUT)
  await expect(orderedProducts(orderForm(page))).toHaveCount(1)
  await expect(page).not.toHaveURL(/again/)
  await page.reload()
  await expect(againButton(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a dismissed slip stays hidden, and the app shortcut still has its order', async ({ visit }) => {
  const { page } = await visit()
  await storeLastOrder(page, [line('lemon-chips')])
  await openHome(page)
  await slip(page)
    .getByRole('button', { name: exactText(t.reorder.dismiss) })
    .click()
  await expect(slip(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(productCards(page)).toHaveCount(4)
  await expect(slip(page)).toHaveCount(0)

  await page.goto(SHORTCUT)
  await expect(orderedProducts(orderForm(page))).toHaveCount(1)
  await page.keyboard.press('Escape')
  await slip(page)
    .getByRole('button', { name: exactText(t.reorder.dismiss) })
    .click()
  await expect(slip(page)).toHaveCount(0)
})

test('erasing the device and cancelling the order delete it', async ({ visit }) => {
  const { page } = await visit()
  await placeOrder(page)
  await page.goto('/pending')
  await page.getByRole('button', { name: exactText(t.outbox.erase.title) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: exactText(t.outbox.erase.erase) })
    .click()
  await expect(toasts(page)).toContainText(t.outbox.erase.done)
  expect(await page.evaluate(() => localStorage.getItem('tsedra.lastOrder'))).toBeNull()

  await page.route('**/api/orders', (route) => route.abort())
  await placeOrder(page)
  await page.goto('/pending')
  await page.getByRole('button', { name: exactText(t.outbox.cancel) }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tsedra.lastOrder'))).toBeNull()
})
