import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { fillOrderForm, submitOrderForm } from './harness/order-form.ts'
import { buildEntry, readEntries } from './harness/outbox-database.ts'
import {
  randomAddress,
  readDrafts,
  restoreNetwork,
  openProductOrderForm,
  barCheck,
  pendingItems,
  saveOrderOffline,
  seedOutbox,
  type OutboxShopper,
  getOrderStatus,
  test,
  readNotifiedIds,
} from './outbox-fixtures.ts'
import { exactText, shopUrl, messagesByLanguage, containingText } from './fixtures.ts'

/** What waits on the phone is changed or cancelled, by invariant (infra/decisions/0009-phone-outbox.md). */
const t = messagesByLanguage.ua

test('I3 a removed product is named, nothing is ordered without it, and a change is another request', async ({
  shopper: { page, number },
}) => {
  const unavailableEntry = buildEntry({ seq: 1, phone: number, productId: randomUUID() })
  await seedOutbox(page, [unavailableEntry])

  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'attention', reason: 'unavailable', final: true }])
  await expect(pendingItems(page)).toContainText(containingText(t.order.unavailable.gone.split('»')[1] ?? ''))
  expect(await readNotifiedIds(number)).toEqual([])
  await page.getByRole('button', { name: exactText(t.outbox.edit) }).click()

  await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  const [draft] = await readDrafts(page)
  expect(draft?.orderId).not.toBe(unavailableEntry.id)
})

test('I6 cancelled before any attempt: the shop never receives it', async ({ shopper: { page, proxy, number } }) => {
  await seedOutbox(page, [buildEntry({ seq: 1, phone: number, nextAt: Date.now() + 600_000 })], { held: true })
  await page.getByRole('button', { name: exactText(t.outbox.cancel) }).click()

  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'cancelled', bodyJson: null }])
  expect(proxy.posts).toEqual([])
})

test('I6 cancelled without a network after an attempt: stored, sent later, and a delayed copy meets the tombstone', async ({
  shopper: { page, proxy, number },
}) => {
  const id = await saveOrderOffline(page, proxy, number)
  const [{ bodyJson } = { bodyJson: '' }] = await readEntries(page)
  await page.goBack()
  await barCheck(page).click()
  await page.getByRole('button', { name: exactText(t.outbox.cancel) }).click()
  await expect(pendingItems(page).getByText(exactText(t.outbox.takingBack))).toBeVisible()
  await restoreNetwork(page, proxy)

  await expect
    .poll(() => readEntries(page), { timeout: 15_000 })
    .toMatchObject([{ state: 'cancelled', bodyJson: null }])
  const delayed = await fetch(`${shopUrl()}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shopUrl(), 'x-forwarded-for': randomAddress() },
    body: bodyJson,
  })

  expect(delayed.status).toBe(410)
  expect((await fetch(`${shopUrl()}/api/orders/${id}`)).status).toBe(404)
  expect(await readNotifiedIds(number)).toEqual([])
})

test('I6 stored, the answer lost, then signed out and refused for that, then cancelled: no live order', async ({
  shopper: { page, proxy, number },
}) => {
  const id = await submitWithLostResponse({ page, proxy, number })
  await expect.poll(() => readNotifiedIds(number)).toEqual([id])
  await page.route('**/api/orders', (route) =>
    route.fulfill({
      status: 401,
      headers: { 'x-app': 'tsedra' },
      json: { code: 'unauthorized', message: 'Sign in.', requestId: 'r' },
    }),
  )
  await restoreNetwork(page, proxy)
  await expect.poll(() => readEntries(page), { timeout: 15_000 }).toMatchObject([{ state: 'attention', final: false }])
  await page.goBack()
  await barCheck(page).click()
  await pendingItems(page).locator('button[aria-haspopup]').click()
  // By keyboard: the menu follows its button, and the page above may still grow under a mouse.
  await page.getByRole('menuitem', { name: exactText(t.outbox.cancel) }).press('Enter')

  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'cancelled' }])
  expect(await getOrderStatus(id)).toBe('cancelled')
})

test('I6 what may have arrived is changed only after the shop has let go of it', async ({
  shopper: { page, proxy, number },
}) => {
  const id = await submitWithLostResponse({ page, proxy, number })
  await page.route('**/api/orders', (route) => route.abort())
  proxy.mode = 'pass'
  await page.goBack()
  await barCheck(page).click()
  await page.getByRole('button', { name: exactText(t.outbox.edit) }).click()

  await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  expect(await getOrderStatus(id)).toBe('cancelled')
  await page.unroute('**/api/orders')
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
  expect(page.url()).not.toContain(id)
})

test('I1 a request being changed keeps its content when the app is closed', async ({
  shopper: { context, page, proxy, number },
}) => {
  const id = await submitWithLostResponse({ page, proxy, number })
  await page.goBack()
  await barCheck(page).click()
  await page.getByRole('button', { name: exactText(t.outbox.edit) }).click()
  await expect.poll(async () => (await readEntries(page))[0]?.wish).toMatchObject({ to: 'edit' })
  await page.close()

  const reopened = await context.newPage()
  proxy.mode = 'pass'
  await reopened.goto('/')
  await expect.poll(() => getOrderStatus(id)).toBe('cancelled')
  await barCheck(reopened).click()
  await expect(pendingItems(reopened)).toContainText(t.order.refused.reopened)
  await reopened.getByRole('button', { name: exactText(t.outbox.edit) }).click()
  await expect(reopened.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  await submitOrderForm(reopened)
  await reopened.waitForURL('**/order/**')

  await expect(reopened.locator('h1')).toHaveText(exactText(t.order.page.received))
  expect(reopened.url()).not.toContain(id)
})

/** The shop has the order and its answer gets lost; answers the order's id. */
async function submitWithLostResponse({
  page,
  proxy,
  number,
}: Pick<OutboxShopper, 'page' | 'proxy' | 'number'>): Promise<string> {
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  proxy.mode = 'ack-lost'
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  return page.url().split('/').at(-1) ?? ''
}
