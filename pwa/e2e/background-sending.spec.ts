import type { BrowserContext, Page } from '@playwright/test'
import { openShopFront, partsOf, readyForAnything, today } from './deployments.ts'
import { fillIn, submitted, tapOrder } from './harness/order-form.ts'
import { startPhone } from './harness/phone.ts'
import { as, expect, shopUrl, test, texts } from './shopper.ts'

const t = texts.ua
const parts = partsOf(today)

/** Sends a request while the browser has no network. Returns its id. */
async function saveOffline(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${url}/product/lemon-chips`)
  await readyForAnything(page, parts)
  await tapOrder(page)
  await fillIn(page)
  await context.setOffline(true)
  const id = await submitted(page)
  await expect(page.locator('main h1')).toHaveText(as(t.order.page.saved))
  // The worker is asked in the same breath; the browser has noted it when it says so.
  await expectToBeWoken(page)
  return id
}

const expectToBeWoken = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (registration as unknown as { sync: { getTags(): Promise<string[]> } }).sync.getTags()
      }),
    )
    .toContain('outbox')

const statusOf = async (id: string) => (await fetch(`${shopUrl()}/api/orders/${id}`)).status

test('I8 page closed, network back: the worker delivers alone and says so', async () => {
  await using front = await openShopFront(shopUrl())
  await using phone = await startPhone({ baseUrl: front.url })
  const { context } = phone
  await context.grantPermissions(['notifications', 'background-sync'], { origin: front.url })
  const id = await saveOffline(context, front.url)
  expect(await statusOf(id)).toBe(404)
  const blank = await context.newPage()
  for (const page of context.pages()) if (page !== blank) await page.close()
  const events = await notificationEvents(blank)

  await context.setOffline(false)

  await expect.poll(() => statusOf(id)).toBe(200)
  expect(front.senders).toEqual(['sw'])
  await expect.poll(() => events).toContain('Notification displayed')
  // Asked of the worker itself: where a page of the shop is looked at, it would tell, and the worker keep silent.
  expect(await notices(context)).toEqual([
    { title: expect.stringContaining(id.slice(0, 8).toUpperCase()), data: `/order/${id}` },
  ])
})

/** What the browser notes of notifications. Whoever asks for the list before it has shown one makes it forget that one. */
async function notificationEvents(page: Page): Promise<string[]> {
  const events: string[] = []
  const browser = await page.context().newCDPSession(page)
  browser.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    events.push(backgroundServiceEvent.eventName)
  })
  const service = 'notifications'
  await browser.send('BackgroundService.startObserving', { service })
  await browser.send('BackgroundService.setRecording', { service, shouldRecord: true })
  return events
}

async function notices(context: BrowserContext) {
  const told = context.serviceWorkers().map((worker) =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, data }) => ({ title, data: data as unknown }))
    }),
  )
  return (await Promise.all(told)).flat()
}

test('I8 ordered on a first visit, before there is a worker: the browser is asked to wake it as soon as there is one', async () => {
  await using front = await openShopFront(shopUrl())
  await using phone = await startPhone({ baseUrl: front.url })
  const { context } = phone
  await context.grantPermissions(['background-sync'], { origin: front.url })
  front.portal = /^\/api\/orders$/
  const late = Promise.withResolvers<void>()
  await context.route('**/sw.js', async (route) => {
    await late.promise
    await route.continue()
  })
  const page = await context.newPage()
  await page.goto(`${front.url}/product/lemon-chips`)
  await tapOrder(page)
  await fillIn(page)
  await submitted(page)
  await expect(page.locator('main h1')).toHaveText(as(t.order.page.saved))
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()

  late.resolve()

  await expectToBeWoken(page)
})

test('I8 page closed, the network back only in part: the worker tries again at once, not after the browser’s five minutes', async () => {
  await using front = await openShopFront(shopUrl())
  await using phone = await startPhone({ baseUrl: front.url })
  const { context } = phone
  await context.grantPermissions(['background-sync'], { origin: front.url })
  const id = await saveOffline(context, front.url)
  const blank = await context.newPage()
  for (const page of context.pages()) if (page !== blank) await page.close()
  front.asked.length = 0
  front.portal = /^\/api\/orders$/

  await context.setOffline(false)
  await expect.poll(() => front.asked).toContain('/api/orders')
  front.portal = undefined

  await expect.poll(() => statusOf(id)).toBe(200)
  expect(front.senders).toEqual(['sw'])
})

test('I1 I2 killed with a saved request, started on a blank page: delivered without opening the shop', async () => {
  await using front = await openShopFront(shopUrl())
  await using phone = await startPhone({ baseUrl: front.url })
  const id = await saveOffline(phone.context, front.url)
  await phone.kill()
  expect(await statusOf(id)).toBe(404)

  await phone.start()

  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe(200)
  expect(front.senders).toEqual(['sw'])
})
