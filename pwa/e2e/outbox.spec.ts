import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { buyBar, toasts } from './harness/locators.ts'
import type { Fault } from './harness/fault-proxy.ts'
import { fillOrderForm, submitOrderForm, openOrderForm } from './harness/order-form.ts'
import { measureTransition } from './harness/measure-transition.ts'
import { buildEntry, readEntries, type StoredEntry, insertEntries } from './harness/outbox-database.ts'
import {
  readDrafts,
  restoreNetwork,
  openProductOrderForm,
  barCheck,
  pendingItems,
  saveOrderOffline,
  seedOutbox,
  test,
  readNotifiedIds,
} from './outbox-fixtures.ts'
import {
  thoroughUnless,
  exactText,
  getBottomEdge,
  containingText,
  messagesByLanguage,
  waitForAnimations,
} from './fixtures.ts'

/** The phone's outbox sends: bad networks, other tabs, clocks and refusals, by invariant (infra/decisions/0009-phone-outbox.md). */
const t = messagesByLanguage.ua

/** As in Safari and Firefox: the page alone sends. */
const disableBackgroundSync = () =>
  Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: undefined })

/** Less than a wait for the network would take (orders/place-order.ts); how much less is for the bench to say. */
const SHOWN_WITHIN_MS = 3_000

test('I1 saved offline: shown at once on a CPU at a quarter of the speed, and no request is sent', async ({
  shopper: { context, page, proxy, number },
}) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void (document.body.dataset['badge'] = `${count}`),
    })
  })
  await openProductOrderForm(page)
  proxy.mode = 'down'
  await context.setOffline(true)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  const tookMs: number[] = []
  for (const round of [1, 2, 3]) {
    await fillOrderForm(page, { phone: number })
    const transitionMs = page.evaluate(measureTransition, {
      event: 'submit',
      path: '/order/',
      selector: 'main > section > h1',
    })
    await submitOrderForm(page)
    tookMs.push(await transitionMs)
    await expect(page.locator('h1')).toHaveText(exactText(t.order.page.saved))
    await expect(page.locator('body')).toHaveAttribute('data-badge', `${round}`)
    if (round === 3) break
    await page.goBack()
    await openOrderForm(page)
  }

  expect(Math.min(...tookMs)).toBeLessThan(SHOWN_WITHIN_MS)
  expect(proxy.counts.pass ?? 0).toBe(0)
  expect(await readNotifiedIds(number)).toEqual([])
})

test('I1 the outcome screen is available with the form: a network lost while filling it in hides nothing', async ({
  shopper: { context, page, number },
}) => {
  await page.route('**/assets/orders-*.js', async (route) => {
    await pause(1_000) // a slow network
    await route.continue()
  })
  await openProductOrderForm(page)
  await context.setOffline(true)
  await fillOrderForm(page, { phone: number })
  await submitOrderForm(page)

  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.saved))
})

test('the bar check covers nothing of the bar that orders', async ({ shopper: { page, number } }) => {
  await seedOutbox(page, [buildEntry({ seq: 1, phone: number })], { held: true })
  await page.goto('/product/lemon-chips')

  await expect(barCheck(page)).toBeVisible()
  await waitForAnimations(page)
  const bar = await buyBar(page).boundingBox()
  expect(await getBottomEdge(barCheck(page))).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('I8 the network comes back, and it goes by itself', async ({ shopper: { page, proxy, number } }) => {
  const id = await saveOrderOffline(page, proxy, number)
  await restoreNetwork(page, proxy)

  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
  await expect.poll(() => readNotifiedIds(number)).toEqual([id])
})

test('I8 an outage ends silently: the next answer to any other call of the page sends what would have waited for minutes', async ({
  shopper: { page, proxy, number },
}) => {
  await page.addInitScript(disableBackgroundSync)
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
  await page.goBack()
  await expect(page.locator('h1')).not.toHaveText(exactText(t.order.page.received))
  proxy.mode = 'reset-before'
  const nextAt = Date.now() + 600_000
  await insertEntries(page, [buildEntry({ seq: 9, phone: number, attempts: 12, reason: 'network', nextAt })])
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  // Minutes of backoff are left, however often the page has tried since.
  const isBackedOff = ({ state, attempts, nextAt }: StoredEntry) =>
    state === 'queued' && attempts > 12 && nextAt > Date.now() + 60_000
  await expect.poll(async () => (await readEntries(page)).some(isBackedOff)).toBe(true)

  proxy.mode = 'pass'
  await page.goForward()

  await expect.poll(async () => (await readEntries(page)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('I8 a request that is never answered holds no other up', async ({ shopper: { page, proxy, number } }) => {
  await page.addInitScript(disableBackgroundSync)
  const [unansweredEntry, otherEntry] = [buildEntry({ seq: 1, phone: number }), buildEntry({ seq: 2, phone: number })]
  proxy.pickFault = (id) => (id === unansweredEntry.id ? 'blackhole' : 'pass')

  await seedOutbox(page, [unansweredEntry, otherEntry])

  await expect
    .poll(() => readEntries(page))
    .toContainEqual(expect.objectContaining({ id: otherEntry.id, state: 'sent' }))
  expect(await readEntries(page)).not.toContainEqual(expect.objectContaining({ id: unansweredEntry.id, state: 'sent' }))
})

test('I2 I10 stored and the answer lost, twenty times: one order and one message each', async ({
  shopper: { page, proxy, number },
}) => {
  const ids = Array.from({ length: 20 }, () => randomUUID())
  const numbers = ids.map((_, index) => `${number.slice(0, -2)}${10 + index}`)
  let requestCount = 0
  proxy.pickFault = () => (requestCount++ % 2 === 0 ? 'ack-lost' : 'pass')

  await seedOutbox(
    page,
    ids.map((id, index) => buildEntry({ id, seq: index + 1, phone: numbers[index] ?? '' })),
  )
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')))
        return (await readEntries(page)).filter(({ state }) => state === 'sent').length
      },
      { timeout: 120_000, intervals: [1_000] },
    )
    .toBe(20)

  expect(proxy.counts['ack-lost']).toBeGreaterThanOrEqual(20)
  for (const [index, id] of ids.entries()) await expect.poll(() => readNotifiedIds(numbers[index] ?? '')).toEqual([id])
  for (const { answer, id } of await readEntries(page))
    expect(answer).toMatchObject({ number: id.slice(0, 8).toUpperCase() })
})

test('I2 the browser repeats a POST by itself when a used connection dies: one order', async ({
  shopper: { page, proxy, number },
}) => {
  // A page that has just loaded has connections to use again.
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  let requestCount = 0
  proxy.pickFault = () => (requestCount++ < 2 ? 'ack-lost' : 'pass')

  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))

  const [entry] = await readEntries(page)
  expect(proxy.posts.length, 'more POSTs than attempts').toBeGreaterThan(entry?.attempts ?? 0)
  await expect.poll(() => readNotifiedIds(number)).toEqual([entry?.id])
})

test('I2 a double tap, going back and sending again, and the same form in two tabs are one order', async ({
  shopper: { context, page, proxy, number },
}) => {
  const second = await context.newPage()
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  await expect.poll(() => readDrafts(page)).toHaveLength(1)
  await openProductOrderForm(second)
  await expect(second.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)

  await page.getByRole('dialog').locator('button[type="submit"]').dblclick()
  await second.getByRole('dialog').locator('button[type="submit"]').click()
  await page.waitForURL('**/order/**')
  await second.waitForURL('**/order/**')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  expect(await readEntries(page)).toHaveLength(1)
  const [id] = (await readEntries(page)).map((entry) => entry.id)
  await expect.poll(() => readNotifiedIds(number)).toEqual([id])
  expect(new URL(second.url()).pathname).toBe(`/order/${id}`)
  expect(proxy.posts.length).toBeLessThanOrEqual(2)
})

test('I4 the same form in two tabs, sent with other lines: it is not taken for the first, and goes when it is wanted', async ({
  shopper: { context, page, number },
}) => {
  const second = await context.newPage()
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  await expect.poll(() => readDrafts(page)).toHaveLength(1)
  await openProductOrderForm(second)
  const dialog = second.getByRole('dialog')
  await expect(dialog.locator('input[type="tel"]')).toHaveValue(number)
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')

  await dialog.getByRole('button', { name: containingText(t.product.more) }).click()
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog.locator('form').getByRole('alert')).toHaveText(exactText(t.order.spent))
  expect(await readEntries(page)).toHaveLength(1)
  await dialog.locator('button[type="submit"]').click()
  await second.waitForURL('**/order/**')

  await expect(second.locator('h1')).toHaveText(exactText(t.order.page.received))
  await expect.poll(() => readNotifiedIds(number)).toHaveLength(2)
})

test('I8 a tab that hangs with the lock is overtaken within 30 seconds', async ({
  shopper: { context, page, proxy, number },
}) => {
  const hanging = await context.newPage()
  await hanging.goto('/pending')
  await hanging.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('tsedra-outbox-flush', () => {
          resolve()
          return new Promise(() => {})
        })
      }),
  )
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })

  await submitOrderForm(page)
  await page.waitForURL('**/order/**')

  expect(proxy.posts).toEqual([])
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received), { timeout: 30_000 })
})

for (const mode of [
  'portal',
  'portal302',
  'waf403',
  '502',
  '404html',
  '503',
  'truncate',
  'reset-before',
] satisfies Fault[])
  test(
    `I4 ${mode} is no answer: it stays saved, is neither called sent nor refused, and goes later`,
    thoroughUnless(['portal', '502', 'truncate'].includes(mode)),
    async ({ shopper: { page, proxy, number } }) => {
      await openProductOrderForm(page)
      await fillOrderForm(page, { phone: number })
      proxy.mode = mode

      await submitOrderForm(page)
      await page.waitForURL('**/order/**')

      await expect(page.locator('h1')).toHaveText(exactText(t.order.page.saved))
      await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'queued' }])
      await restoreNetwork(page, proxy)
      await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
      await expect.poll(() => readNotifiedIds(number)).toHaveLength(1)
    },
  )

test('I8 `Retry-After` of a minute is a wait of a minute, and a tap ends it', async ({ shopper: { page, number } }) => {
  await page.clock.install()
  let requestCount = 0
  await page.route('**/api/orders', (route) => {
    requestCount += 1
    if (requestCount > 2) return route.continue()
    return route.fulfill({
      status: 429,
      headers: { 'x-app': 'tsedra', 'retry-after': '60' },
      json: { code: 'too_many_requests', message: 'Too many.', requestId: 'r' },
    })
  })
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'queued', reason: 'too_many_requests' }])
  const [limitText = ''] = t.order.refused.limitedUntil.split(' {time}')
  await expect(page.getByRole('main')).toContainText(containingText(limitText))
  await expect(page.getByRole('main').getByText(exactText(t.outbox.waitingForShop))).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)

  await page.clock.fastForward(58_000)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'queued', attempts: 1 }])
  expect(requestCount).toBe(1)

  await page.clock.fastForward(3_000)
  await expect.poll(() => requestCount).toBe(2)
  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'queued', attempts: 2 }])
  await page.clock.fastForward(3_000)
  expect(requestCount).toBe(2)
  await page.getByRole('button', { name: exactText(t.order.page.sendNow) }).click()

  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
})

test('I8 a clock set back by an hour holds nothing up', async ({ shopper: { page, proxy, number } }) => {
  await page.clock.install()
  await saveOrderOffline(page, proxy, number)
  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'queued', reason: 'network' }])

  await page.clock.setSystemTime(Date.now() - 3_600_000)
  proxy.mode = 'pass'
  await page.evaluate(() => dispatchEvent(new Event('focus')))

  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
})

test('I8 a phone whose clock shows 1970: saved, shown, sent; after the clock is set, queued requests are not stale', async ({
  shopper: { page, proxy, number },
}) => {
  const currentTime = Date.now()
  await page.clock.install({ time: 5_000 })
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))
  await saveOrderOffline(page, proxy, number)
  await expect.poll(async () => (await readEntries(page)).at(-1)?.attempts).toBeGreaterThan(0)
  await page.goto('/pending')
  await expect(pendingItems(page)).toHaveCount(1)
  await expect(page.locator('main')).not.toContainText('1970')

  await page.clock.setSystemTime(currentTime)
  await restoreNetwork(page, proxy)

  await expect(page.locator('h1')).toHaveText(exactText(t.outbox.title))
  await expect.poll(async () => (await readEntries(page)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('I8 what an older app was refused for goes after the update', async ({ shopper: { page, number } }) => {
  const rejectedFields = {
    state: 'attention',
    reason: 'client_too_old',
    refusedBuild: 'older.js',
    attempts: 1,
  } as const
  await seedOutbox(page, [buildEntry({ seq: 1, phone: number, ...rejectedFields })])

  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'sent' }])
  await expect.poll(() => readNotifiedIds(number)).toHaveLength(1)
})
