import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Fault, type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts'
import { timeUntilShown } from './harness/time-until-shown.ts'
import { anEntry, entries, layIn, rows } from './harness/outbox-rows.ts'
import { as, phone, shopUrl, texts } from './shopper.ts'

/** The phone's outbox against bad networks, by the invariants of infra/decisions/0009-phone-outbox.md. */
const t = texts.ua
const DAY_MS = 24 * 3_600_000

interface Shopper {
  context: BrowserContext
  page: Page
  proxy: FaultProxy
  /** A number of this shopper's own: what arrived is told apart by it. */
  number: string
}

const test = base.extend<{ shopper: Shopper }>({
  shopper: async ({ browser }, lend) => {
    await using proxy = await startFaultProxy({ target: Number(new URL(shopUrl()).port), addressOf: anAddress })
    // The page's own sending is tested here, and the service worker's with the service worker.
    const context = await browser.newContext({ baseURL: proxy.url, viewport: phone, serviceWorkers: 'block' })
    await lend({ context, page: await context.newPage(), proxy, number: aNumber() })
    await context.close()
  },
})

const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const aNumber = () => `+38067${String(randomInt(1e7)).padStart(7, '0')}`

/** Less than a wait for the network would take (orders/place-order.ts); how much less is for the bench to say. */
const SAID_WITHIN_MS = 3_000

test('I1 saved without a network: said at once at a quarter of the speed, and nothing has left (18)', async ({
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
    await fillIn(page, number)
    const told = page.evaluate(timeUntilShown, { event: 'submit', path: '/order/', selector: '.told' })
    await send(page)
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
  await page.route('**/assets/OrderPage-*.js', async (route) => {
    await pause(1_000) // a slow network
    await route.continue()
  })
  await openForm(page)
  await context.setOffline(true)
  await fillIn(page, number)
  await send(page)

  await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
})

test('I8 the network comes back, and it goes by itself', async ({ shopper: { page, proxy, number } }) => {
  const id = await saveOffline(page, proxy, number)
  await heal(page, proxy)

  await expect(page.locator('h1')).toHaveText(as(t.order.page.received), { timeout: 10_000 })
  await expect.poll(() => toldToStaff(number)).toEqual([id])
})

test('I2 I10 stored and the answer lost, twenty times: one order and one message each (22)', async ({
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

test('I2 the browser repeats a POST by itself when a used connection dies: one order (23)', async ({
  shopper: { page, proxy, number },
}) => {
  // A page that has just loaded has connections to use again.
  await openForm(page)
  await fillIn(page, number)
  let turns = 0
  proxy.pick = () => (turns++ < 2 ? 'ack-lost' : 'pass')

  await send(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.received), { timeout: 15_000 })

  const [entry] = await entries(page)
  expect(proxy.posts.length, 'more POSTs than attempts').toBeGreaterThan(entry?.attempts ?? 0)
  await expect.poll(() => toldToStaff(number)).toEqual([entry?.id])
})

test('I2 a double tap, going back and sending again, and the same form in two tabs are one order (24)', async ({
  shopper: { context, page, proxy, number },
}) => {
  const second = await context.newPage()
  await openForm(page)
  await fillIn(page, number)
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

test('I8 a tab that hangs with the lock is overtaken within 30 seconds (26)', async ({
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
  await fillIn(page, number)

  await send(page)
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
  test(`I4 ${mode} is no answer: it stays saved, is neither called sent nor refused, and goes later (27)`, async ({
    shopper: { page, proxy, number },
  }) => {
    await openForm(page)
    await fillIn(page, number)
    proxy.mode = mode

    await send(page)
    await page.waitForURL('**/order/**')

    await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
    await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued' }])
    await heal(page, proxy)
    await expect(page.locator('h1')).toHaveText(as(t.order.page.received), { timeout: 15_000 })
    await expect.poll(() => toldToStaff(number)).toHaveLength(1)
  })

test('I8 a minute asked for is a minute waited, and a tap ends it (28)', async ({ shopper: { page, number } }) => {
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
  await fillIn(page, number)
  await send(page)
  await page.waitForURL('**/order/**')
  await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued', reason: 'too_many_requests' }])

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

test('I3 a product that is gone is said with its name, nothing is ordered without it, and a change is another request (30)', async ({
  shopper: { page, number },
}) => {
  const gone = anEntry({ seq: 1, phone: number, productId: randomUUID() })
  await seed(page, [gone])

  await expect.poll(() => entries(page)).toMatchObject([{ state: 'attention', reason: 'unavailable', final: true }])
  await expect(page.locator('.qitem__why')).toBeVisible()
  expect(await toldToStaff(number)).toEqual([])
  await page.getByRole('button', { name: as(t.outbox.edit) }).click()

  await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  const [draft] = await drafts(page)
  expect(draft?.orderId).not.toBe(gone.id)
})

test('I6 cancelled before any attempt: the shop never hears of it (32)', async ({
  shopper: { page, proxy, number },
}) => {
  await seed(page, [anEntry({ seq: 1, phone: number, nextAt: Date.now() + 600_000 })], { held: true })
  await page.getByRole('button', { name: as(t.outbox.cancel) }).click()

  await expect.poll(() => entries(page)).toMatchObject([{ state: 'cancelled', bodyJson: null }])
  expect(proxy.posts).toEqual([])
})

test('I6 cancelled without a network after an attempt: kept, asked later, and a delayed copy meets the tombstone (32)', async ({
  shopper: { page, proxy, number },
}) => {
  const id = await saveOffline(page, proxy, number)
  const [{ bodyJson } = { bodyJson: '' }] = await entries(page)
  await page.goBack()
  await page.locator('.qchip').click()
  await page.getByRole('button', { name: as(t.outbox.cancel) }).click()
  await expect(page.locator('.qitem .badge')).toHaveText(as(t.outbox.takingBack))
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

test('I6 stored, the answer lost, then signed out and refused for that, then cancelled: no live order (32)', async ({
  shopper: { page, proxy, number },
}) => {
  await openForm(page)
  await fillIn(page, number)
  proxy.mode = 'ack-lost'
  await send(page)
  await page.waitForURL('**/order/**')
  const id = page.url().split('/').at(-1) ?? ''
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
  await page.locator('.qchip').click()
  await page.getByRole('button', { name: as(t.outbox.cancel) }).click()

  await expect.poll(() => entries(page)).toMatchObject([{ state: 'cancelled' }])
  expect(await statusOf(id)).toBe('cancelled')
})

test('I6 what may have arrived is changed only after the shop has let go of it', async ({
  shopper: { page, proxy, number },
}) => {
  await openForm(page)
  await fillIn(page, number)
  proxy.mode = 'ack-lost'
  await send(page)
  await page.waitForURL('**/order/**')
  const id = page.url().split('/').at(-1) ?? ''
  await page.route('**/api/orders', (route) => route.abort())
  proxy.mode = 'pass'
  await page.goBack()
  await page.locator('.qchip').click()
  await page.getByRole('button', { name: as(t.outbox.edit) }).click()

  await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  expect(await statusOf(id)).toBe('cancelled')
  await page.unroute('**/api/orders')
  await send(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))
  expect(page.url()).not.toContain(id)
})

test('I8 a clock set back by an hour holds nothing up (33)', async ({ shopper: { page, proxy, number } }) => {
  await page.clock.install()
  await saveOffline(page, proxy, number)
  await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued', reason: 'network' }])

  await page.clock.setSystemTime(Date.now() - 3_600_000)
  proxy.mode = 'pass'
  await page.evaluate(() => dispatchEvent(new Event('focus')))

  await expect(page.locator('h1')).toHaveText(as(t.order.page.received), { timeout: 10_000 })
})

for (const [days, point] of [
  [1, 33],
  [14, 34],
] as const)
  test(`I2 ${days} days later it asks before it goes, and what had arrived is not ordered twice (${point})`, async ({
    shopper: { page, proxy, number },
  }) => {
    await page.clock.install()
    await openForm(page)
    await fillIn(page, number)
    proxy.mode = 'ack-lost'
    await send(page)
    await page.waitForURL('**/order/**')
    await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued' }])
    proxy.mode = 'pass'

    await page.clock.setSystemTime(Date.now() + days * DAY_MS + 60_000)
    await page.goto('/pending')
    await expect(page.locator('.qitem__why')).toHaveText(as(t.order.refused.stale))
    await page.getByRole('button', { name: as(t.outbox.sendNow) }).click()

    await expect.poll(() => entries(page)).toMatchObject([{ state: 'sent' }])
    await expect.poll(() => toldToStaff(number)).toHaveLength(1)
  })

test('I1 a full disk gives up pictures before an order (35)', async ({ shopper: { page, proxy, number } }) => {
  await page.addInitScript(refuseWhileLargePictures)
  await openForm(page)
  await fillIn(page, number)
  const [large, small] = ['img-full-v1', 'img-thumb-v1']
  await page.evaluate(
    async (names) => {
      for (const name of names) await (await caches.open(name)).put(`/media/${name}`, new Response('a picture'))
    },
    [large, small],
  )
  proxy.mode = 'down'

  await send(page)
  await page.waitForURL('**/order/**')

  await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
  expect(await entries(page)).toHaveLength(1)
  const kept = (name: string) => page.evaluate(async (of) => Boolean(await caches.match(`/media/${of}`)), name)
  expect(await kept(large)).toBe(false)
  expect(await kept(small)).toBe(true)
})

/**
 * A disk that is full until a large picture goes, as the outbox sees it. Chromium itself lets small transactions pass
 * under a quota that refuses every picture, however full it is.
 */
function refuseWhileLargePictures(): void {
  let full = true
  const before = (prototype: object, method: string, look: (self: unknown) => void) => {
    const real = Reflect.get(prototype, method) as (...what: unknown[]) => unknown
    Reflect.set(prototype, method, function (this: unknown, ...what: unknown[]) {
      look(this)
      return Reflect.apply(real, this, what)
    })
  }
  before(Cache.prototype, 'delete', () => (full = false))
  before(IDBObjectStore.prototype, 'add', (store) => {
    if (full && (store as IDBObjectStore).name === 'outbox')
      throw new DOMException('The disk is full.', 'QuotaExceededError')
  })
}

test('I4 a browser that keeps nothing: neither saved nor sent is said so, and online it is sent (35)', async ({
  shopper: { page, proxy, number },
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  await openForm(page)
  await fillIn(page, number)
  proxy.mode = 'reset-before'
  await send(page)

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert').locator('b.block')).toHaveText(as(t.order.unsaved.title))
  await expect(dialog.locator('input[type="tel"]')).toHaveValue(number)
  await expect(dialog.locator('a[href^="tel:"]')).toBeVisible()
  await expect(dialog.locator('a[href^="https://t.me/"]')).toBeVisible()
  await expect(dialog.getByRole('button', { name: as(t.order.copyOrder) })).toBeVisible()
  proxy.mode = 'pass'
  await send(page)

  await page.waitForURL('**/order/**')
  await expect.poll(() => toldToStaff(number)).toHaveLength(1)
})

test('I8 what an older app was refused for goes after the update (36)', async ({ shopper: { page, number } }) => {
  const refused = { state: 'attention', reason: 'client_too_old', refusedBuild: 'older.js', attempts: 1 } as const
  await seed(page, [anEntry({ seq: 1, phone: number, ...refused })])

  await expect.poll(() => entries(page)).toMatchObject([{ state: 'sent' }])
  await expect.poll(() => toldToStaff(number)).toHaveLength(1)
})

test('I7 nothing of the shopper stays once it is sent (37)', async ({ shopper: { page, number } }) => {
  await openForm(page)
  await fillIn(page, number)
  await send(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.received))

  const kept = await page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((open) => {
        const asked = indexedDB.open(name ?? '')
        asked.onsuccess = () => open(asked.result)
      })
      for (const store of db.objectStoreNames)
        found.push(
          await new Promise((read) => {
            const all = db.transaction(store).objectStore(store).getAll()
            all.onsuccess = () => read(all.result)
          }),
        )
      db.close()
    }
    return JSON.stringify(found)
  })

  expect(kept).toContain('"state":"sent"')
  expect(kept).not.toContain(number)
  expect(kept).not.toContain('Олена')
})

for (const [choice, left] of [
  ['keep', 1],
  ['delete', 0],
] as const)
  test(`I1 erasing the device asks about what is not sent: ${choice} (37)`, async ({
    shopper: { page, proxy, number },
  }) => {
    await saveOffline(page, proxy, number)
    await page.goBack()
    await page.locator('.qchip').click()
    await page.getByRole('button', { name: as(t.outbox.erase.title) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: as(t.outbox.erase[choice]) })
      .click()

    await expect.poll(() => entries(page)).toHaveLength(left)
    expect(await drafts(page)).toEqual([])
  })

test('I4 a browser that has deleted what waited is told on', async ({ shopper: { page, proxy, number } }) => {
  await saveOffline(page, proxy, number)
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('obx=1.1')
  proxy.mode = 'pass'
  await page.goto('about:blank')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes: 'indexeddb' })

  await page.goto('/')

  await expect(page.locator('.qchip--lost')).toBeVisible()
  await page.locator('.qchip--lost button').click()
  await page.reload()
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('.qchip--lost')).toHaveCount(0)
})

async function openForm(page: Page): Promise<void> {
  await page.goto('/product/lemon-chips')
  await tapOrder(page)
}

async function tapOrder(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: as(t.product.orderNow) })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page.getByRole('dialog').locator('input[type="tel"]')).toBeVisible()
}

async function fillIn(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[autocomplete="name"]').fill('Олена')
  await dialog.locator('input[type="tel"]').fill(number)
}

/** The network is back, and the browser has noticed. */
async function heal(page: Page, proxy: FaultProxy): Promise<void> {
  proxy.mode = 'pass'
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

const send = (page: Page): Promise<void> => page.getByRole('dialog').locator('button[type="submit"]').click()

/** Fills in the form, takes the network away, sends; answers the order's id. */
async function saveOffline(page: Page, proxy: FaultProxy, number: string): Promise<string> {
  await openForm(page)
  await fillIn(page, number)
  proxy.mode = 'reset-before'
  await send(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
  return page.url().split('/').at(-1) ?? ''
}

/** Ids of the orders under this phone number that staff heard of, one per message. */
async function toldToStaff(number: string): Promise<string[]> {
  const sent = (await (await fetch(`${process.env['TELEGRAM_URL']}/control/messages`)).json()) as { text: string }[]
  const told = sent.filter(({ text }) => text.includes(number) && !text.startsWith('✕'))
  return told.map(({ text }) => /\/order\/([0-9a-f-]{36})/.exec(text)?.[1] ?? '')
}

async function statusOf(id: string): Promise<string> {
  return ((await (await fetch(`${shopUrl()}/api/orders/${id}`)).json()) as { status: string }).status
}

const drafts = (page: Page) => rows(page, 'drafts') as Promise<{ orderId: string }[]>

/** Lays entries into the outbox as an earlier visit would have left them, and opens the list of what waits. */
async function seed(page: Page, kept: object[], { held = false } = {}): Promise<void> {
  await page.goto('/pending')
  await expect(page.locator('h1')).toHaveText(as(t.outbox.title))
  await expect.poll(() => rows(page, 'outbox')).toEqual([])
  await layIn(page, kept)
  if (held)
    await page.addInitScript(() => void navigator.locks.request('tsedra-outbox-flush', () => new Promise(() => {})))
  await page.reload()
}
