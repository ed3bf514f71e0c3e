import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { fillIn, submit } from './harness/order-form.ts'
import { anEntry, entries } from './harness/outbox-rows.ts'
import {
  anAddress,
  drafts,
  heal,
  openForm,
  pendingBadge,
  pendingItems,
  saveOffline,
  seed,
  type Shopper,
  statusOf,
  test,
  toldToStaff,
} from './outbox-shopper.ts'
import { as, shopUrl, texts, saying } from './shopper.ts'

/** What waits on the phone is changed or cancelled, by invariant (infra/decisions/0009-phone-outbox.md). */
const t = texts.ua

test('I3 a product that is gone is said with its name, nothing is ordered without it, and a change is another request', async ({
  shopper: { page, number },
}) => {
  const gone = anEntry({ seq: 1, phone: number, productId: randomUUID() })
  await seed(page, [gone])

  await expect.poll(() => entries(page)).toMatchObject([{ state: 'attention', reason: 'unavailable', final: true }])
  await expect(pendingItems(page)).toContainText(saying(t.order.unavailable.gone.split('»')[1] ?? ''))
  expect(await toldToStaff(number)).toEqual([])
  await page.getByRole('button', { name: as(t.outbox.edit) }).click()

  await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  const [draft] = await drafts(page)
  expect(draft?.orderId).not.toBe(gone.id)
})

test('I6 cancelled before any attempt: the shop never hears of it', async ({ shopper: { page, proxy, number } }) => {
  await seed(page, [anEntry({ seq: 1, phone: number, nextAt: Date.now() + 600_000 })], { held: true })
  await page.getByRole('button', { name: as(t.outbox.cancel) }).click()

  await expect.poll(() => entries(page)).toMatchObject([{ state: 'cancelled', bodyJson: null }])
  expect(proxy.posts).toEqual([])
})

test('I6 cancelled without a network after an attempt: kept, asked later, and a delayed copy meets the tombstone', async ({
  shopper: { page, proxy, number },
}) => {
  const id = await saveOffline(page, proxy, number)
  const [{ bodyJson } = { bodyJson: '' }] = await entries(page)
  await page.goBack()
  await pendingBadge(page).click()
  await page.getByRole('button', { name: as(t.outbox.cancel) }).click()
  await expect(pendingItems(page).getByText(as(t.outbox.takingBack))).toBeVisible()
  await heal(page, proxy)

  await expect.poll(() => entries(page), { timeout: 15_000 }).toMatchObject([{ state: 'cancelled', bodyJson: null }])
  const delayed = await fetch(`${shopUrl()}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shopUrl(), 'x-forwarded-for': anAddress() },
    body: bodyJson,
  })

  expect(delayed.status).toBe(410)
  expect((await fetch(`${shopUrl()}/api/orders/${id}`)).status).toBe(404)
  expect(await toldToStaff(number)).toEqual([])
})

test('I6 stored, the answer lost, then signed out and refused for that, then cancelled: no live order', async ({
  shopper: { page, proxy, number },
}) => {
  const id = await orderUnanswered({ page, proxy, number })
  await expect.poll(() => toldToStaff(number)).toEqual([id])
  await page.route('**/api/orders', (route) =>
    route.fulfill({
      status: 401,
      headers: { 'x-app': 'tsedra' },
      json: { code: 'unauthorized', message: 'Sign in.', requestId: 'r' },
    }),
  )
  await heal(page, proxy)
  await expect.poll(() => entries(page), { timeout: 15_000 }).toMatchObject([{ state: 'attention', final: false }])
  await page.goBack()
  await pendingBadge(page).click()
  await page.getByRole('button', { name: as(t.outbox.cancel) }).click()

  await expect.poll(() => entries(page)).toMatchObject([{ state: 'cancelled' }])
  expect(await statusOf(id)).toBe('cancelled')
})

test('I6 what may have arrived is changed only after the shop has let go of it', async ({
  shopper: { page, proxy, number },
}) => {
  const id = await orderUnanswered({ page, proxy, number })
  await page.route('**/api/orders', (route) => route.abort())
  proxy.mode = 'pass'
  await page.goBack()
  await pendingBadge(page).click()
  await page.getByRole('button', { name: as(t.outbox.edit) }).click()

  await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  expect(await statusOf(id)).toBe('cancelled')
  await page.unroute('**/api/orders')
  await submit(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))
  expect(page.url()).not.toContain(id)
})

test('I1 what is to be changed waits, with all that is in it, for whoever closed the app meanwhile', async ({
  shopper: { context, page, proxy, number },
}) => {
  const id = await orderUnanswered({ page, proxy, number })
  await page.goBack()
  await pendingBadge(page).click()
  await page.getByRole('button', { name: as(t.outbox.edit) }).click()
  await expect.poll(async () => (await entries(page))[0]?.wish).toMatchObject({ to: 'edit' })
  await page.close()

  const again = await context.newPage()
  proxy.mode = 'pass'
  await again.goto('/')
  await expect.poll(() => statusOf(id)).toBe('cancelled')
  await pendingBadge(again).click()
  await expect(pendingItems(again)).toContainText(t.order.refused.reopened)
  await again.getByRole('button', { name: as(t.outbox.edit) }).click()
  await expect(again.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  await submit(again)
  await again.waitForURL('**/order/**')

  await expect(again.locator('h1')).toHaveText(as(t.order.page.received))
  expect(again.url()).not.toContain(id)
})

/** The shop has the order and its answer gets lost; answers the order's id. */
async function orderUnanswered({ page, proxy, number }: Pick<Shopper, 'page' | 'proxy' | 'number'>): Promise<string> {
  await openForm(page)
  await fillIn(page, { phone: number })
  proxy.mode = 'ack-lost'
  await submit(page)
  await page.waitForURL('**/order/**')
  return page.url().split('/').at(-1) ?? ''
}
