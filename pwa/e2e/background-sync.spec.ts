import type { BrowserContext, Page } from '@playwright/test'
import { openTestEdge, listChunks, waitForPrecache, currentDeployment } from './deployments.ts'
import { fillOrderForm, submitOrder, openOrderForm } from './harness/order-form.ts'
import { startPhone } from './harness/phone.ts'
import { exactText, expect, shopUrl, test, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua
const chunks = listChunks(currentDeployment)

/** Sends a request while the browser has no network. Returns its id. */
async function saveOrderOffline(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${url}/product/lemon-chips`)
  await waitForPrecache(page, chunks)
  await openOrderForm(page)
  await fillOrderForm(page)
  await context.setOffline(true)
  const id = await submitOrder(page)
  await expect(page.locator('main h1')).toHaveText(exactText(t.order.page.saved))
  // The browser has registered the sync event once the worker responds.
  await expectSyncRegistered(page)
  return id
}

const expectSyncRegistered = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (registration as unknown as { sync: { getTags(): Promise<string[]> } }).sync.getTags()
      }),
    )
    .toContain('outbox')

const getOrderStatus = async (id: string) => (await fetch(`${shopUrl()}/api/orders/${id}`)).status

test('I8 page closed, network back: the worker delivers alone and shows a notification', async () => {
  await using testEdge = await openTestEdge(shopUrl())
  await using phone = await startPhone({ baseUrl: testEdge.url })
  const { context } = phone
  await context.grantPermissions(['notifications', 'background-sync'], { origin: testEdge.url })
  const id = await saveOrderOffline(context, testEdge.url)
  expect(await getOrderStatus(id)).toBe(404)
  const blank = await context.newPage()
  for (const page of context.pages()) if (page !== blank) await page.close()
  const events = await notificationEvents(blank)

  await context.setOffline(false)

  await expect.poll(() => getOrderStatus(id)).toBe(200)
  expect(testEdge.senders).toEqual(['sw'])
  await expect.poll(() => events).toContain('Notification displayed')
  // Queried in the worker: an open page would show the result itself, and the worker no notification.
  expect(await readNotifications(context)).toEqual([
    { title: expect.stringContaining(id.slice(0, 8).toUpperCase()), data: `/order/${id}` },
  ])
})

/** The browser's records of notifications. A query before the first notification would make the browser drop that one. */
async function notificationEvents(page: Page): Promise<string[]> {
  const events: string[] = []
  const cdpSession = await page.context().newCDPSession(page)
  cdpSession.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    events.push(backgroundServiceEvent.eventName)
  })
  const service = 'notifications'
  await cdpSession.send('BackgroundService.startObserving', { service })
  await cdpSession.send('BackgroundService.setRecording', { service, shouldRecord: true })
  return events
}

async function readNotifications(context: BrowserContext) {
  const notifications = context.serviceWorkers().map((worker) =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, data }) => ({ title, data: data as unknown }))
    }),
  )
  return (await Promise.all(notifications)).flat()
}

test('I8 ordered on a first visit, before there is a worker: a sync event is registered as soon as there is one', async () => {
  await using testEdge = await openTestEdge(shopUrl())
  await using phone = await startPhone({ baseUrl: testEdge.url })
  const { context } = phone
  await context.grantPermissions(['background-sync'], { origin: testEdge.url })
  testEdge.portalPaths = /^\/api\/orders$/
  const workerScript = Promise.withResolvers<void>()
  await context.route('**/sw.js', async (route) => {
    await workerScript.promise
    await route.continue()
  })
  const page = await context.newPage()
  await page.goto(`${testEdge.url}/product/lemon-chips`)
  await openOrderForm(page)
  await fillOrderForm(page)
  await submitOrder(page)
  await expect(page.locator('main h1')).toHaveText(exactText(t.order.page.saved))
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()

  workerScript.resolve()

  await expectSyncRegistered(page)
})

test('I8 page closed, the network back only in part: the worker tries again at once, not after the browser’s five minutes', async () => {
  await using testEdge = await openTestEdge(shopUrl())
  await using phone = await startPhone({ baseUrl: testEdge.url })
  const { context } = phone
  await context.grantPermissions(['background-sync'], { origin: testEdge.url })
  const id = await saveOrderOffline(context, testEdge.url)
  const blank = await context.newPage()
  for (const page of context.pages()) if (page !== blank) await page.close()
  testEdge.requestedPaths.length = 0
  testEdge.portalPaths = /^\/api\/orders$/

  await context.setOffline(false)
  await expect.poll(() => testEdge.requestedPaths).toContain('/api/orders')
  testEdge.portalPaths = undefined

  await expect.poll(() => getOrderStatus(id)).toBe(200)
  expect(testEdge.senders).toEqual(['sw'])
})

test('I1 I2 killed with a saved request, started on a blank page: delivered without opening the shop', async () => {
  await using testEdge = await openTestEdge(shopUrl())
  await using phone = await startPhone({ baseUrl: testEdge.url })
  const id = await saveOrderOffline(phone.context, testEdge.url)
  await phone.kill()
  expect(await getOrderStatus(id)).toBe(404)

  await phone.start()

  await expect.poll(() => getOrderStatus(id), { timeout: 30_000 }).toBe(200)
  expect(testEdge.senders).toEqual(['sw'])
})
