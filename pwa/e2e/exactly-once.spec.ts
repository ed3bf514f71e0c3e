import { randomInt } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { type Shop, startShop } from '../../infra/local/shop.ts'
import { pendingItems } from './outbox-fixtures.ts'
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts'
import { fillOrderForm, submitOrderForm, openOrderForm } from './harness/order-form.ts'
import { type Phone, startPhone } from './harness/phone.ts'
import { buildEntry, readEntries, insertEntries, readRows } from './harness/outbox-database.ts'
import { exactText, isThorough, phone, messagesByLanguage } from './fixtures.ts'

/** Many requests, many senders, one order each (infra/decisions/0009-phone-outbox.md). */
const t = messagesByLanguage.ua

/** Tapping send, writing, sending and hearing the answer take about half of it. */
const KILL_WINDOW_MS = 600
/** Each costs two starts of a whole browser. */
const KILL_COUNT = isThorough ? 20 : 6

const test = base.extend<{ network: FaultProxy; shopper: BrowserContext }, { shop: Shop }>({
  // A shop of this file's own: hundreds of orders would keep the staff chat of the other tests waiting.
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of it
    async ({}, provide) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tsedra-once-'))
      await using shop = await startShop({ dir: folder.path })
      await provide(shop)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ shop }, provide) => {
    await using network = await startFaultProxy({ target: Number(new URL(shop.url).port), addressOf: randomAddress })
    await provide(network)
  },
  shopper: async ({ browser, network }, provide) => {
    const context = await browser.newContext({ baseURL: network.url, viewport: phone })
    await provide(context)
    await context.close()
  },
})
test.describe.configure({ mode: 'default' })

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const createPhoneNumbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `+38067${String(1_000_000 + index)}`)

test('I2 I10 three tabs receive `online` at the same time: 60 orders, one POST at a time', async ({
  shopper,
  network,
  shop,
}) => {
  const tabs = [await openPendingPage(shopper), await openPendingPage(shopper), await openPendingPage(shopper)]
  const ids = await insertQueuedEntries(tabs[0] as Page, network, createPhoneNumbers(60))

  network.recover()
  await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  await expect.poll(() => countSent(tabs[0] as Page), { timeout: 300_000 }).toBe(60)

  expect(network.posts.toSorted()).toEqual(ids.toSorted())
  expect(network.maxConcurrent).toBe(1)
  await expect.poll(() => readNotifiedIds(shop, ids)).toEqual(ids.toSorted())
})

const REQUEST_COUNT = isThorough ? 300 : 150

test(`I2 I8 ${REQUEST_COUNT} requests after an outage, while the list is open: all are sent, none twice`, async ({
  shopper,
  network,
}) => {
  const page = await openPendingPage(shopper)
  const ids = await insertQueuedEntries(page, network, createPhoneNumbers(REQUEST_COUNT))
  await page.reload()
  await expect(pendingItems(page)).toHaveCount(30)

  network.recover()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => countSent(page), { timeout: 300_000, intervals: [500] }).toBe(REQUEST_COUNT)

  expect(network.posts.toSorted()).toEqual(ids.toSorted())
  await expect(pendingItems(page)).toHaveCount(0)
})

test('I1 I2 I10 kill -9 of the browser at many moments of sending: one order each', async ({ network, shop }) => {
  test.setTimeout(600_000)
  await using phone = await startPhone({ baseUrl: network.url })
  const ids: string[] = []
  let page = await openFormOnNewPage(phone)
  for (const [index, number] of createPhoneNumbers(KILL_COUNT).entries()) {
    await fillOrderForm(page, { phone: number })
    await expect.poll(() => readDraftOrderId(page, number)).toBeDefined()
    const id = String(await readDraftOrderId(page, number))
    ids.push(id)
    // The deadly moments lie all over the time that sending takes, by chance within each part of it.
    const sending = submitOrderForm(page).catch(() => {})
    await pause(((index + Math.random()) * KILL_WINDOW_MS) / KILL_COUNT)
    await phone.kill()
    await sending

    await phone.start()
    page = await openFormOnNewPage(phone)
    // Killed before it was saved: nothing was promised, and what was typed is in the form again.
    const wasSaved = (await readState(page, id)) !== undefined
    if (!wasSaved) {
      await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
      await submitOrderForm(page)
    }
    await expect.poll(() => readState(page, id)).toBe('sent')
    if (!wasSaved) page = await openFormOnNewPage(phone)
  }

  expect([...new Set(network.posts)].toSorted()).toEqual(ids.toSorted())
  await expect.poll(() => readNotifiedIds(shop, ids)).toEqual(ids.toSorted())
})

async function openFormOnNewPage({ context }: Phone): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/product/lemon-chips')
  await openOrderForm(page)
  return page
}

/** The id that this number's request will have, once what was typed is kept. */
async function readDraftOrderId(page: Page, number: string): Promise<string | undefined> {
  const drafts = (await readRows(page, 'drafts')) as { orderId: string; fields: { phone: string } }[]
  return drafts.find(({ fields }) => fields.phone === number)?.orderId
}

const readState = async (page: Page, id: string): Promise<string | undefined> =>
  (await readEntries(page)).find((entry) => entry.id === id)?.state

async function openPendingPage(shopper: BrowserContext): Promise<Page> {
  const page = await shopper.newPage()
  await page.goto('/pending')
  await expect(page.locator('h1')).toHaveText(exactText(t.outbox.title))
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0)
  return page
}

/** Blocks order requests and places these orders; returns their ids. */
async function insertQueuedEntries(page: Page, network: FaultProxy, numbers: readonly string[]): Promise<string[]> {
  network.mode = 'down'
  const queued = numbers.map((number, index) => buildEntry({ seq: index + 1, phone: number }))
  await insertEntries(page, queued)
  return queued.map(({ id }) => id)
}

/** How many requests have arrived, counted in the index: reading a thousand of them is what would keep the page busy. */
function countSent(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const openRequest = indexedDB.open('tsedra-outbox')
        openRequest.onerror = () => reject(openRequest.error)
        openRequest.onsuccess = () => {
          const countRequest = openRequest.result
            .transaction('outbox')
            .objectStore('outbox')
            .index('state')
            .count('sent')
          countRequest.onsuccess = () => {
            openRequest.result.close()
            resolve(countRequest.result)
          }
        }
      }),
  )
}

/** Those of the ids of which staff were notified, once for each message. */
async function readNotifiedIds({ telegramUrl }: Shop, ids: readonly string[]): Promise<string[]> {
  const messages = (await (await fetch(`${telegramUrl}/control/messages`)).json()) as { text: string }[]
  return messages
    .map(({ text }) => /[?]order=([0-9a-f-]{36})/.exec(text)?.[1] ?? '')
    .filter((id) => ids.includes(id))
    .toSorted()
}
