import { randomInt } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts'
import { aPhone, fillIn, submit, tapOrder } from './harness/order-form.ts'
import { layIn, rows } from './harness/outbox-rows.ts'
import { as, phone, shopUrl, texts } from './shopper.ts'

const t = texts.ua

export interface Shopper {
  context: BrowserContext
  page: Page
  proxy: FaultProxy
  /** A number of this shopper's own: what arrived is told apart by it. */
  number: string
}

/** Somebody between whom and the shop any network may lie. */
export const test = base.extend<{ shopper: Shopper }>({
  shopper: async ({ browser }, lend) => {
    await using proxy = await startFaultProxy({ target: Number(new URL(shopUrl()).port), addressOf: anAddress })
    // The page's own sending is tested here, and the service worker's with the service worker.
    const context = await browser.newContext({ baseURL: proxy.url, viewport: phone, serviceWorkers: 'block' })
    await lend({ context, page: await context.newPage(), proxy, number: aPhone() })
    await context.close()
  },
})

export const anAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** The link on every screen to what waits on this phone. */
export const pendingBadge = (page: Page): Locator => page.getByTestId('pending-badge')
/** Requests on the page of what waits. */
export const pendingItems = (page: Page): Locator => page.getByRole('main').getByRole('listitem')

export async function openForm(page: Page): Promise<void> {
  await page.goto('/product/lemon-chips')
  await tapOrder(page)
}

/** The network is back, and the browser has noticed. */
export async function heal(page: Page, proxy: FaultProxy): Promise<void> {
  proxy.mode = 'pass'
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Fills in the form, takes the network away, sends; answers the order's id. */
export async function saveOffline(page: Page, proxy: FaultProxy, number: string): Promise<string> {
  await openForm(page)
  await fillIn(page, { phone: number })
  proxy.mode = 'reset-before'
  await submit(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
  return page.url().split('/').at(-1) ?? ''
}

/** Ids of the orders under this phone number that staff heard of, one per message. */
export async function toldToStaff(number: string): Promise<string[]> {
  const sent = (await (await fetch(`${process.env['TELEGRAM_URL']}/control/messages`)).json()) as { text: string }[]
  const told = sent.filter(({ text }) => text.includes(number) && !text.startsWith('✕'))
  return told.map(({ text }) => /[?]order=([0-9a-f-]{36})/.exec(text)?.[1] ?? '')
}

export async function statusOf(id: string): Promise<string> {
  return ((await (await fetch(`${shopUrl()}/api/orders/${id}`)).json()) as { status: string }).status
}

export const drafts = (page: Page) => rows(page, 'drafts') as Promise<{ orderId: string }[]>

/** Lays entries into the outbox as an earlier visit would have left them, and opens the list of what waits. */
export async function seed(page: Page, kept: object[], { held = false } = {}): Promise<void> {
  if (held)
    await page.addInitScript(() => void navigator.locks.request('tsedra-outbox-flush', () => new Promise(() => {})))
  await page.goto('/pending')
  await expect(page.locator('h1')).toHaveText(as(t.outbox.title))
  await expect.poll(() => rows(page, 'outbox')).toEqual([])
  await layIn(page, kept)
  await page.reload()
}
