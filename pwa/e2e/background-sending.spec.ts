import type { BrowserContext } from '@playwright/test'
import { openShopFront, partsOf, readyForAnything, today } from './deployments.ts'
import { startPhone } from './harness/phone.ts'
import { as, expect, shopUrl, test, texts } from './shopper.ts'

const t = texts.ua
const parts = partsOf(today)

/** Sends a request while the browser has no network. Returns its id. */
async function saveOffline(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${url}/product/lemon-chips`)
  await readyForAnything(page, parts)
  await page
    .getByRole('button', { name: as(t.product.orderNow) })
    .filter({ visible: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[autocomplete="name"]').fill('Олена')
  await dialog.locator('input[type="tel"]').fill('+380 67 123 45 67')
  await context.setOffline(true)
  await dialog.locator('button[type="submit"]').click()
  await page.waitForURL('**/order/**')
  await expect(page.locator('main h1')).toHaveText(as(t.order.page.saved))
  // The worker is asked in the same breath; the browser has noted it when it says so.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (registration as unknown as { sync: { getTags(): Promise<string[]> } }).sync.getTags()
      }),
    )
    .toContain('outbox')
  return page.url().split('/').at(-1) ?? ''
}

const statusOf = async (id: string) => (await fetch(`${shopUrl()}/api/orders/${id}`)).status

test('I8 page closed, network back: the worker delivers alone and says so (19)', async () => {
  await using front = await openShopFront(shopUrl())
  await using phone = await startPhone({ baseUrl: front.url })
  const { context } = phone
  await context.grantPermissions(['notifications', 'background-sync'], { origin: front.url })
  const id = await saveOffline(context, front.url)
  expect(await statusOf(id)).toBe(404)
  const blank = await context.newPage()
  for (const page of context.pages()) if (page !== blank) await page.close()

  await context.setOffline(false)

  await expect.poll(() => statusOf(id)).toBe(200)
  expect(front.senders).toEqual(['sw'])
  await blank.goto(`${front.url}/faq`)
  await expect
    .poll(() =>
      blank.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (await registration.getNotifications()).map(({ title, data }) => ({ title, data: data as unknown }))
      }),
    )
    .toEqual([{ title: expect.stringContaining(id.slice(0, 8).toUpperCase()), data: `/order/${id}` }])
})

test('I1 I2 killed with a saved request, started on a blank page: delivered without opening the shop (20)', async () => {
  await using front = await openShopFront(shopUrl())
  await using phone = await startPhone({ baseUrl: front.url })
  const id = await saveOffline(phone.context, front.url)
  await phone.kill()
  expect(await statusOf(id)).toBe(404)

  await phone.start()

  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe(200)
  expect(front.senders).toEqual(['sw'])
})
