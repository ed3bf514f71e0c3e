import { expect, type Page } from '@playwright/test'
import { orderNumber } from '@tsedra/contract/order-number'
import { bottomNavigation, toasts } from './harness/locators.ts'
import { fillOrderForm, submitOrder } from './harness/order-form.ts'
import { buildEntry, insertEntries } from './harness/outbox-database.ts'
import {
  barCheck,
  openProductOrderForm,
  pendingItems,
  restoreNetwork,
  saveOrderOffline,
  seedOutbox,
  test,
} from './outbox-fixtures.ts'
import {
  containingText,
  exactText,
  expectAccessible,
  expectNoOverflow,
  expectStable,
  getBottomEdge,
  messagesByLanguage,
  openHome,
  phone,
  test as shopTest,
} from './fixtures.ts'

/** The bar check above the bottom bar for orders on their way to the shop. */
const t = messagesByLanguage.ua
const { check } = t.outbox
const singleOrder = (id: string, stamp: string) => exactText(`${check.order} ${orderNumber(id)} ${stamp}`)
const HOUR_MS = 3_600_000

test('sent online: the check shows that the shop has the order, no toast repeats it, and the check leaves', async ({
  shopper: { page, number },
}) => {
  await page.clock.install()
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  const id = await submitOrder(page)

  await expect(page.getByRole('link', { name: singleOrder(id, check.received) })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  await page.clock.fastForward(8_000)
  await page.clock.fastForward(1_000)
  await expect(barCheck(page)).toHaveCount(0)
})

test('saved offline: the check waits on every screen and after a reload, and opens the list of pending orders', async ({
  shopper: { page, proxy, number },
}) => {
  const id = await saveOrderOffline(page, proxy, number)
  await expect(page.getByRole('link', { name: singleOrder(id, check.waiting) })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)

  // Still only the orders fail.
  await page.goto('/faq')
  await expect(barCheck(page)).toHaveText(singleOrder(id, check.waiting))
  await page.reload()
  await expect(barCheck(page)).toHaveText(singleOrder(id, check.waiting))

  await barCheck(page).click()
  await expect(pendingItems(page)).toHaveCount(1)
  await expect(barCheck(page)).toHaveCount(0)
})

test('the check is turned over in every tab when the shop has the order, and leaves when it is opened', async ({
  shopper: { context, page, number },
}) => {
  await context.route('**/api/orders', (route) => route.abort())
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  const id = await submitOrder(page)
  const other = await context.newPage()
  await other.goto('/faq')
  await expect(barCheck(other)).toHaveText(singleOrder(id, check.waiting))

  await context.unroute('**/api/orders')
  await page.evaluate(() => dispatchEvent(new Event('online')))

  await expect(barCheck(other)).toHaveText(singleOrder(id, check.received))
  await expect(toasts(other)).toContainText(orderNumber(id))
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
  await expect(toasts(page)).toHaveCount(0)
  await barCheck(other).click()
  await expect(other).toHaveURL(new RegExp(`/order/${id}`))
  await expect(other.locator('h1')).toHaveText(exactText(t.order.page.received))
  await expect(barCheck(other)).toHaveCount(0)
})

test('several orders are counted, and one that needs the shopper is stamped as such', async ({
  shopper: { page, number },
}) => {
  const nextAt = Date.now() + HOUR_MS
  const waiting = [1, 2, 3].map((seq) => buildEntry({ seq, phone: number, nextAt }))
  await seedOutbox(page, waiting, { held: true })
  await page.goto('/faq')
  await expect(barCheck(page)).toHaveText(exactText(`${check.orders} × 3 ${check.waitingMany}`))

  const refused = buildEntry({ seq: 4, phone: number, state: 'attention', reason: 'unavailable', final: true })
  await insertEntries(page, [refused])
  await page.reload()

  await expect(barCheck(page)).toHaveText(singleOrder(refused.id, t.outbox.attention))
})

test('the check is one tab stop, opens by keyboard, and does not leave while it has the focus', async ({
  shopper: { page, number },
}) => {
  await page.clock.install()
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  await submitOrder(page)
  await bottomNavigation(page).getByRole('button').last().focus()
  await page.keyboard.press('Tab')
  await expect(barCheck(page)).toBeFocused()

  await page.clock.fastForward(20_000)
  await expect(barCheck(page)).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(barCheck(page)).toHaveCount(0)
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`motion ${reducedMotion}: the check ${reducedMotion === 'reduce' ? 'only changes its state' : 'slides and turns over'}`, async ({
    shopper: { page, proxy, number },
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(recordAnimations)
    const id = await saveOrderOffline(page, proxy, number)
    await expect(barCheck(page)).toHaveText(singleOrder(id, check.waiting))
    await restoreNetwork(page, proxy)
    await expect(barCheck(page)).toHaveText(singleOrder(id, check.received))

    const names = ['bar-check-in', 'bar-check-stamp', 'bar-check-turn']
    await expect.poll(() => readAnimations(page)).toEqual(reducedMotion === 'reduce' ? [] : names)
  })

declare global {
  interface Window {
    startedAnimations: Set<string>
  }
}

function recordAnimations(): void {
  window.startedAnimations = new Set()
  addEventListener('animationstart', ({ animationName }) => window.startedAnimations.add(animationName))
}

const readAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...window.startedAnimations].filter((name) => name.startsWith('bar-check')).sort())

for (const look of [
  { language: 'ua', theme: 'light', size: phone },
  { language: 'en', theme: 'dark', size: { width: 1440, height: 900 } },
] as const)
  shopTest(`the check moves nothing, covers no bar and is accessible: ${look.theme}`, async ({ visit }) => {
    const { page } = await visit(look)
    const entry = buildEntry({ seq: 1, phone: '+380671112233', nextAt: Date.now() + HOUR_MS })
    await page.addInitScript(() => void navigator.locks.request('tsedra-outbox-flush', () => new Promise(() => {})))
    await page.goto('/pending')
    // The empty state: the page has created the database.
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
    await insertEntries(page, [entry])
    await openHome(page)

    await expect(barCheck(page)).toBeVisible()
    await expectStable(page, 'home with a check')
    if (look.size === phone) {
      const bar = await bottomNavigation(page).boundingBox()
      expect(await getBottomEdge(barCheck(page))).toBeLessThanOrEqual(bar?.y ?? 0)
    }
    await expectAccessible(page, 'the check', 'aside')
    await page.setViewportSize({ width: 320, height: 568 })
    await expectNoOverflow(page, 'home with a check')
    await page.emulateMedia({ media: 'print' })
    await expect(barCheck(page)).toBeHidden()
  })

test('an order withdrawn or left in the form removes the check, and the page shows it without a toast', async ({
  shopper: { page, number },
}) => {
  const entry = buildEntry({ seq: 1, phone: number, nextAt: Date.now() + HOUR_MS })
  await seedOutbox(page, [entry], { held: true })
  await page.goto(`/order/${entry.id}`)
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: exactText(t.outbox.edit) }).click()
  const comment = page.getByRole('dialog').getByRole('textbox', { name: containingText(t.order.comment) })
  await comment.fill('Під’їзд 3')
  await page.keyboard.press('Escape')

  await expect(heading).toHaveText(exactText(t.order.page.notSent))
  await expect(barCheck(page)).toHaveCount(0)
  await expect(toasts(page)).toHaveCount(0)
  await page.getByRole('button', { name: exactText(t.order.page.continue) }).click()
  await expect(comment).toHaveValue('Під’їзд 3')
  const formerUrl = page.url()
  await submitOrder(page)
  await expect(page).not.toHaveURL(formerUrl)

  await expect(heading).toHaveText(exactText(t.order.page.saved))
  await page.getByRole('button', { name: exactText(t.outbox.cancel) }).click()
  await expect(heading).toHaveText(exactText(t.order.page.withdrawn))
  await expect(page.getByRole('main')).toBeFocused()
  await expect(barCheck(page)).toHaveCount(0)
  await expect(toasts(page)).toHaveCount(0)
})
