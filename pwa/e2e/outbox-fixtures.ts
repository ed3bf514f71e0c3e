import { randomInt } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts'
import { createPhoneNumber, fillOrderForm, submitOrderForm, openOrderForm } from './harness/order-form.ts'
import { insertEntries, readRows } from './harness/outbox-database.ts'
import { exactText, phone, shopUrl, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua

export interface OutboxShopper {
  context: BrowserContext
  page: Page
  proxy: FaultProxy
  /** A phone number of this shopper alone; it identifies the orders that arrived. */
  number: string
}

/** A shopper behind a network with configurable faults. */
export const test = base.extend<{ shopper: OutboxShopper }>({
  shopper: async ({ browser }, provide) => {
    await using proxy = await startFaultProxy({ target: Number(new URL(shopUrl()).port), addressOf: randomAddress })
    // The page's own sending is tested here, and the service worker's with the service worker.
    const context = await browser.newContext({ baseURL: proxy.url, viewport: phone, serviceWorkers: 'block' })
    await provide({ context, page: await context.newPage(), proxy, number: createPhoneNumber() })
    await context.close()
  },
})

export const randomAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** The link on every screen to what waits on this phone, and to what the shop has just received. */
export const barCheck = (page: Page): Locator => page.getByTestId('bar-check')
/** Requests on the page of what waits. */
export const pendingItems = (page: Page): Locator => page.getByTestId('pending-list').getByRole('listitem')

export async function openProductOrderForm(page: Page): Promise<void> {
  await page.goto('/product/lemon-chips')
  await openOrderForm(page)
}

/** The network is back, and the browser has noticed. */
export async function restoreNetwork(page: Page, proxy: FaultProxy): Promise<void> {
  proxy.mode = 'pass'
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Fills in the form, disconnects the network, sends; returns the order's id. */
export async function saveOrderOffline(page: Page, proxy: FaultProxy, number: string): Promise<string> {
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  proxy.mode = 'reset-before'
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.saved))
  return page.url().split('/').at(-1) ?? ''
}

/** Ids of the orders under this phone number of which staff were notified, one per message. */
export async function readNotifiedIds(number: string): Promise<string[]> {
  const messages = (await (await fetch(`${process.env['TELEGRAM_URL']}/control/messages`)).json()) as { text: string }[]
  const matching = messages.filter(({ text }) => text.includes(number) && !text.startsWith('✕'))
  return matching.map(({ text }) => /[?]order=([0-9a-f-]{36})/.exec(text)?.[1] ?? '')
}

export async function getOrderStatus(id: string): Promise<string> {
  return ((await (await fetch(`${shopUrl()}/api/orders/${id}`)).json()) as { status: string }).status
}

export const readDrafts = (page: Page) => readRows(page, 'drafts') as Promise<{ orderId: string }[]>

/** Lays entries into the outbox as an earlier visit would have left them, and opens the list of what waits. */
export async function seedOutbox(
  page: Page,
  newEntries: object[],
  { held: isFlushBlocked = false } = {},
): Promise<void> {
  if (isFlushBlocked)
    await page.addInitScript(() => void navigator.locks.request('tsedra-outbox-flush', () => new Promise(() => {})))
  await page.goto('/pending')
  await expect(page.locator('h1')).toHaveText(exactText(t.outbox.title))
  await expect.poll(() => readRows(page, 'outbox')).toEqual([])
  await insertEntries(page, newEntries)
  await page.reload()
}
