import { randomInt } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { type Shop, startShop } from '../../infra/local/shop.ts'
import { pendingItems } from './outbox-shopper.ts'
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts'
import { fillIn, submit, tapOrder } from './harness/order-form.ts'
import { type Phone, startPhone } from './harness/phone.ts'
import { anEntry, entries, layIn, rows } from './harness/outbox-rows.ts'
import { as, isThorough, phone, texts } from './shopper.ts'

/** Many requests, many senders, one order each (infra/decisions/0009-phone-outbox.md). */
const t = texts.ua

/** Tapping send, writing, sending and hearing the answer take about half of it. */
const KILLED_WITHIN_MS = 600
/** Each costs two starts of a whole browser. */
const KILLS = isThorough ? 20 : 6

const test = base.extend<{ network: FaultProxy; shopper: BrowserContext }, { shop: Shop }>({
  // A shop of this file's own: hundreds of orders would keep the staff chat of the other tests waiting.
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of it
    async ({}, lend) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tsedra-once-'))
      await using shop = await startShop({ dir: folder.path })
      await lend(shop)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ shop }, lend) => {
    await using network = await startFaultProxy({ target: Number(new URL(shop.url).port), addressOf: anAddress })
    await lend(network)
  },
  shopper: async ({ browser, network }, lend) => {
    const context = await browser.newContext({ baseURL: network.url, viewport: phone })
    await lend(context)
    await context.close()
  },
})
test.describe.configure({ mode: 'default' })

const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const manyNumbers = (many: number) => Array.from({ length: many }, (_, place) => `+38067${String(1_000_000 + place)}`)

test('I2 I10 three tabs are told at once that the network is back: 60 orders, one POST at a time', async ({
  shopper,
  network,
  shop,
}) => {
  const tabs = [await pending(shopper), await pending(shopper), await pending(shopper)]
  const ids = await leaveWaiting(tabs[0] as Page, network, manyNumbers(60))

  network.heal()
  await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  await expect.poll(() => arrived(tabs[0] as Page), { timeout: 300_000 }).toBe(60)

  expect(network.posts.toSorted()).toEqual(ids.toSorted())
  expect(network.mostAtOnce).toBe(1)
  await expect.poll(() => told(shop, ids)).toEqual(ids.toSorted())
})

const MANY = isThorough ? 300 : 150

test(`I2 I8 ${MANY} requests after an outage, looked at in the list: all leave, none twice`, async ({
  shopper,
  network,
}) => {
  const page = await pending(shopper)
  const ids = await leaveWaiting(page, network, manyNumbers(MANY))
  await page.reload()
  await expect(pendingItems(page)).toHaveCount(30)

  network.heal()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => arrived(page), { timeout: 300_000, intervals: [500] }).toBe(MANY)

  expect(network.posts.toSorted()).toEqual(ids.toSorted())
  await expect(pendingItems(page)).toHaveCount(0)
})

test('I1 I2 I10 kill -9 of the browser at many moments of sending: one order each', async ({ network, shop }) => {
  test.setTimeout(600_000)
  await using phone = await startPhone({ baseUrl: network.url })
  const ids: string[] = []
  let page = await openForm(phone)
  for (const [place, number] of manyNumbers(KILLS).entries()) {
    await fillIn(page, { phone: number })
    await expect.poll(() => typed(page, number)).toBeDefined()
    const id = String(await typed(page, number))
    ids.push(id)
    // The deadly moments lie all over the time that sending takes, by chance within each part of it.
    const sending = submit(page).catch(() => {})
    await pause(((place + Math.random()) * KILLED_WITHIN_MS) / KILLS)
    await phone.kill()
    await sending

    await phone.start()
    page = await openForm(phone)
    // Killed before it was saved: nothing was promised, and what was typed is in the form again.
    const wasSaved = (await stateOf(page, id)) !== undefined
    if (!wasSaved) {
      await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
      await submit(page)
    }
    await expect.poll(() => stateOf(page, id)).toBe('sent')
    if (!wasSaved) page = await openForm(phone)
  }

  expect([...new Set(network.posts)].toSorted()).toEqual(ids.toSorted())
  await expect.poll(() => told(shop, ids)).toEqual(ids.toSorted())
})

async function openForm({ context }: Phone): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/product/lemon-chips')
  await tapOrder(page)
  return page
}

/** The id that this number's request will have, once what was typed is kept. */
async function typed(page: Page, number: string): Promise<string | undefined> {
  const drafts = (await rows(page, 'drafts')) as { orderId: string; fields: { phone: string } }[]
  return drafts.find(({ fields }) => fields.phone === number)?.orderId
}

const stateOf = async (page: Page, id: string): Promise<string | undefined> =>
  (await entries(page)).find((entry) => entry.id === id)?.state

async function pending(shopper: BrowserContext): Promise<Page> {
  const page = await shopper.newPage()
  await page.goto('/pending')
  await expect(page.locator('h1')).toHaveText(as(t.outbox.title))
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0)
  return page
}

/** Takes the shop away from the orders and lets these wait; answers their ids. */
async function leaveWaiting(page: Page, network: FaultProxy, numbers: readonly string[]): Promise<string[]> {
  network.mode = 'down'
  const kept = numbers.map((number, place) => anEntry({ seq: place + 1, phone: number }))
  await layIn(page, kept)
  return kept.map(({ id }) => id)
}

/** How many requests have arrived, counted in the index: reading a thousand of them is what would keep the page busy. */
function arrived(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const asked = indexedDB.open('tsedra-outbox')
        asked.onerror = () => fail(asked.error)
        asked.onsuccess = () => {
          const counted = asked.result.transaction('outbox').objectStore('outbox').index('state').count('sent')
          counted.onsuccess = () => {
            asked.result.close()
            done(counted.result)
          }
        }
      }),
  )
}

/** Those of the ids that staff heard of, one for each message. */
async function told({ telegramUrl }: Shop, ids: readonly string[]): Promise<string[]> {
  const sent = (await (await fetch(`${telegramUrl}/control/messages`)).json()) as { text: string }[]
  return sent
    .map(({ text }) => /[?]order=([0-9a-f-]{36})/.exec(text)?.[1] ?? '')
    .filter((id) => ids.includes(id))
    .toSorted()
}
