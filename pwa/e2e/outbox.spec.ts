import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { buyBar, toastRegion } from './harness/locators.ts'
import type { Fault } from './harness/fault-proxy.ts'
import { fillIn, submit, tapOrder } from './harness/order-form.ts'
import { timeUntilShown } from './harness/time-until-shown.ts'
import { anEntry, entries, type KeptEntry, layIn } from './harness/outbox-rows.ts'
import {
  drafts,
  heal,
  openForm,
  pendingBadge,
  pendingItems,
  saveOffline,
  seed,
  test,
  toldToStaff,
} from './outbox-shopper.ts'
import { eachTime, as, lowerEdge, saying, texts } from './shopper.ts'

/** The phone's outbox sends: bad networks, other tabs, clocks and refusals, by invariant (infra/decisions/0009-phone-outbox.md). */
const t = texts.ua

/** As in Safari and Firefox: the page alone sends. */
const withoutBackgroundSync = () =>
  Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: undefined })

/** Less than a wait for the network would take (orders/place-order.ts); how much less is for the bench to say. */
const SAID_WITHIN_MS = 3_000

test('I1 saved without a network: said at once at a quarter of the speed, and nothing has left', async ({
  shopper: { context, page, proxy, number },
}) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void (document.body.dataset['badge'] = `${count}`),
    })
  })
  await openForm(page)
  proxy.mode = 'down'
  await context.setOffline(true)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  const tookMs: number[] = []
  for (const turn of [1, 2, 3]) {
    await fillIn(page, { phone: number })
    const told = page.evaluate(timeUntilShown, { event: 'submit', path: '/order/', selector: 'main > section > h1' })
    await submit(page)
    tookMs.push(await told)
    await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
    await expect(page.locator('body')).toHaveAttribute('data-badge', `${turn}`)
    if (turn === 3) break
    await page.goBack()
    await tapOrder(page)
  }

  expect(Math.min(...tookMs)).toBeLessThan(SAID_WITHIN_MS)
  expect(proxy.counts.pass ?? 0).toBe(0)
  expect(await toldToStaff(number)).toEqual([])
})

test('I1 the form is there when the screen is that says what became of it: a network lost while filling it in hides nothing', async ({
  shopper: { context, page, number },
}) => {
  await page.route('**/assets/orders-*.js', async (route) => {
    await pause(1_000) // a slow network
    await route.continue()
  })
  await openForm(page)
  await context.setOffline(true)
  await fillIn(page, { phone: number })
  await submit(page)

  await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
})

test('the strip of what waits covers nothing of the bar that orders', async ({ shopper: { page, number } }) => {
  await seed(page, [anEntry({ seq: 1, phone: number })], { held: true })
  await page.goto('/product/lemon-chips')

  await expect(pendingBadge(page)).toBeVisible()
  const bar = await buyBar(page).boundingBox()
  expect(await lowerEdge(pendingBadge(page))).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('I8 the network comes back, and it goes by itself', async ({ shopper: { page, proxy, number } }) => {
  const id = await saveOffline(page, proxy, number)
  await heal(page, proxy)

  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))
  await expect.poll(() => toldToStaff(number)).toEqual([id])
})

test('I8 an outage ends silently: the next answer to any other call of the page sends what would have waited for minutes', async ({
  shopper: { page, proxy, number },
}) => {
  await page.addInitScript(withoutBackgroundSync)
  await openForm(page)
  await fillIn(page, { phone: number })
  await submit(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))
  await page.goBack()
  await expect(page.locator('h1')).not.toHaveText(as(t.order.page.received))
  proxy.mode = 'reset-before'
  const nextAt = Date.now() + 600_000
  await layIn(page, [anEntry({ seq: 9, phone: number, attempts: 12, reason: 'network', nextAt })])
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  // Minutes of backoff are left, however often the page has tried meanwhile.
  const waits = ({ state, attempts, nextAt }: KeptEntry) =>
    state === 'queued' && attempts > 12 && nextAt > Date.now() + 60_000
  await expect.poll(async () => (await entries(page)).some(waits)).toBe(true)

  proxy.mode = 'pass'
  await page.goForward()

  await expect.poll(async () => (await entries(page)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('I8 a request that is never answered holds no other up', async ({ shopper: { page, proxy, number } }) => {
  await page.addInitScript(withoutBackgroundSync)
  const [stuck, other] = [anEntry({ seq: 1, phone: number }), anEntry({ seq: 2, phone: number })]
  proxy.pick = (id) => (id === stuck.id ? 'blackhole' : 'pass')

  await seed(page, [stuck, other])

  await expect.poll(() => entries(page)).toContainEqual(expect.objectContaining({ id: other.id, state: 'sent' }))
  expect(await entries(page)).not.toContainEqual(expect.objectContaining({ id: stuck.id, state: 'sent' }))
})

test('I2 I10 stored and the answer lost, twenty times: one order and one message each', async ({
  shopper: { page, proxy, number },
}) => {
  const ids = Array.from({ length: 20 }, () => randomUUID())
  const numbers = ids.map((_, place) => `${number.slice(0, -2)}${10 + place}`)
  let turns = 0
  proxy.pick = () => (turns++ % 2 === 0 ? 'ack-lost' : 'pass')

  await seed(
    page,
    ids.map((id, place) => anEntry({ id, seq: place + 1, phone: numbers[place] ?? '' })),
  )
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')))
        return (await entries(page)).filter(({ state }) => state === 'sent').length
      },
      { timeout: 120_000, intervals: [1_000] },
    )
    .toBe(20)

  expect(proxy.counts['ack-lost']).toBeGreaterThanOrEqual(20)
  for (const [place, id] of ids.entries()) await expect.poll(() => toldToStaff(numbers[place] ?? '')).toEqual([id])
  for (const { answer, id } of await entries(page))
    expect(answer).toMatchObject({ number: id.slice(0, 8).toUpperCase() })
})

test('I2 the browser repeats a POST by itself when a used connection dies: one order', async ({
  shopper: { page, proxy, number },
}) => {
  // A page that has just loaded has connections to use again.
  await openForm(page)
  await fillIn(page, { phone: number })
  let turns = 0
  proxy.pick = () => (turns++ < 2 ? 'ack-lost' : 'pass')

  await submit(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))

  const [entry] = await entries(page)
  expect(proxy.posts.length, 'more POSTs than attempts').toBeGreaterThan(entry?.attempts ?? 0)
  await expect.poll(() => toldToStaff(number)).toEqual([entry?.id])
})

test('I2 a double tap, going back and sending again, and the same form in two tabs are one order', async ({
  shopper: { context, page, proxy, number },
}) => {
  const second = await context.newPage()
  await openForm(page)
  await fillIn(page, { phone: number })
  await expect.poll(() => drafts(page)).toHaveLength(1)
  await openForm(second)
  await expect(second.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)

  await page.getByRole('dialog').locator('button[type="submit"]').dblclick()
  await second.getByRole('dialog').locator('button[type="submit"]').click()
  await page.waitForURL('**/order/**')
  await second.waitForURL('**/order/**')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  expect(await entries(page)).toHaveLength(1)
  const [id] = (await entries(page)).map((entry) => entry.id)
  await expect.poll(() => toldToStaff(number)).toEqual([id])
  expect(new URL(second.url()).pathname).toBe(`/order/${id}`)
  expect(proxy.posts.length).toBeLessThanOrEqual(2)
})

test('I4 the same form in two tabs, sent with other lines: it is not taken for the first, and goes when it is wanted', async ({
  shopper: { context, page, number },
}) => {
  const second = await context.newPage()
  await openForm(page)
  await fillIn(page, { phone: number })
  await expect.poll(() => drafts(page)).toHaveLength(1)
  await openForm(second)
  const dialog = second.getByRole('dialog')
  await expect(dialog.locator('input[type="tel"]')).toHaveValue(number)
  await submit(page)
  await page.waitForURL('**/order/**')

  await dialog.getByRole('button', { name: as(t.product.more) }).click()
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog.locator('form').getByRole('alert')).toHaveText(as(t.order.spent))
  expect(await entries(page)).toHaveLength(1)
  await dialog.locator('button[type="submit"]').click()
  await second.waitForURL('**/order/**')

  await expect(second.locator('h1')).toHaveText(as(t.order.page.received))
  await expect.poll(() => toldToStaff(number)).toHaveLength(2)
})

test('I8 a tab that hangs with the lock is overtaken within 30 seconds', async ({
  shopper: { context, page, proxy, number },
}) => {
  const hanging = await context.newPage()
  await hanging.goto('/pending')
  await hanging.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('tsedra-outbox-flush', () => {
          held()
          return new Promise(() => {})
        })
      }),
  )
  await openForm(page)
  await fillIn(page, { phone: number })

  await submit(page)
  await page.waitForURL('**/order/**')

  expect(proxy.posts).toEqual([])
  await expect(page.locator('h1')).toHaveText(as(t.order.page.received), { timeout: 30_000 })
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
    eachTime(['portal', '502', 'truncate'].includes(mode)),
    async ({ shopper: { page, proxy, number } }) => {
      await openForm(page)
      await fillIn(page, { phone: number })
      proxy.mode = mode

      await submit(page)
      await page.waitForURL('**/order/**')

      await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
      await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued' }])
      await heal(page, proxy)
      await expect(page.locator('h1')).toHaveText(as(t.order.page.received))
      await expect.poll(() => toldToStaff(number)).toHaveLength(1)
    },
  )

test('I8 a minute asked for is a minute waited, and a tap ends it', async ({ shopper: { page, number } }) => {
  await page.clock.install()
  let asked = 0
  await page.route('**/api/orders', (route) => {
    asked += 1
    if (asked > 2) return route.continue()
    return route.fulfill({
      status: 429,
      headers: { 'x-app': 'tsedra', 'retry-after': '60' },
      json: { code: 'too_many_requests', message: 'Too many.', requestId: 'r' },
    })
  })
  await openForm(page)
  await fillIn(page, { phone: number })
  await submit(page)
  await page.waitForURL('**/order/**')
  await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued', reason: 'too_many_requests' }])
  const [limited = ''] = t.order.refused.limitedUntil.split(' {time}')
  await expect(toastRegion(page)).toHaveText(saying(limited))
  await expect(page.getByRole('main')).toContainText(saying(limited))
  await expect(page.getByRole('main')).toContainText(saying(t.order.page.waitsForShop))

  await page.clock.fastForward(58_000)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued', attempts: 1 }])
  expect(asked).toBe(1)

  await page.clock.fastForward(3_000)
  await expect.poll(() => asked).toBe(2)
  await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued', attempts: 2 }])
  await page.clock.fastForward(3_000)
  expect(asked).toBe(2)
  await page.getByRole('button', { name: as(t.order.page.sendNow) }).click()

  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))
})

test('I8 a clock set back by an hour holds nothing up', async ({ shopper: { page, proxy, number } }) => {
  await page.clock.install()
  await saveOffline(page, proxy, number)
  await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued', reason: 'network' }])

  await page.clock.setSystemTime(Date.now() - 3_600_000)
  proxy.mode = 'pass'
  await page.evaluate(() => dispatchEvent(new Event('focus')))

  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))
})

test('I8 a phone whose clock says 1970: saved, shown, sent; the clock is set, and what waits is not called old', async ({
  shopper: { page, proxy, number },
}) => {
  const today = Date.now()
  await page.clock.install({ time: 5_000 })
  await openForm(page)
  await fillIn(page, { phone: number })
  await submit(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))
  await saveOffline(page, proxy, number)
  await expect.poll(async () => (await entries(page)).at(-1)?.attempts).toBeGreaterThan(0)
  await page.goto('/pending')
  await expect(pendingItems(page)).toHaveCount(1)
  await expect(page.locator('main')).not.toContainText('1970')

  await page.clock.setSystemTime(today)
  await heal(page, proxy)

  await expect(page.locator('h1')).toHaveText(as(t.outbox.title))
  await expect.poll(async () => (await entries(page)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('I8 what an older app was refused for goes after the update', async ({ shopper: { page, number } }) => {
  const refused = { state: 'attention', reason: 'client_too_old', refusedBuild: 'older.js', attempts: 1 } as const
  await seed(page, [anEntry({ seq: 1, phone: number, ...refused })])

  await expect.poll(() => entries(page)).toMatchObject([{ state: 'sent' }])
  await expect.poll(() => toldToStaff(number)).toHaveLength(1)
})
