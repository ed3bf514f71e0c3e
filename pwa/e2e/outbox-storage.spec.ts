import { expect } from '@playwright/test'
import { fillIn, submit } from './harness/order-form.ts'
import { entries } from './harness/outbox-rows.ts'
import { drafts, heal, openForm, pendingBadge, pendingItems, saveOffline, test, toldToStaff } from './outbox-shopper.ts'
import { as, texts } from './shopper.ts'

/** What the phone keeps, cannot keep, keeps too long or has lost, by invariant (infra/decisions/0009-phone-outbox.md). */
const t = texts.ua
const DAY_MS = 24 * 3_600_000

for (const [days, point] of [
  [1, 33],
  [14, 34],
] as const)
  test(`I2 ${days} days later it asks before it goes, and what had arrived is not ordered twice (${point})`, async ({
    shopper: { page, proxy, number },
  }) => {
    await page.clock.install()
    await openForm(page)
    await fillIn(page, { phone: number })
    proxy.mode = 'ack-lost'
    await submit(page)
    await page.waitForURL('**/order/**')
    await expect.poll(() => entries(page)).toMatchObject([{ state: 'queued' }])

    await page.clock.setSystemTime(Date.now() + days * DAY_MS + 60_000)
    await page.goto('/pending')
    await expect(pendingItems(page).getByText(as(t.order.refused.stale))).toBeVisible()
    // Not before: it is tried again by itself until the day is over.
    proxy.mode = 'pass'
    await page.getByRole('button', { name: as(t.outbox.sendNow) }).click()

    await expect.poll(() => entries(page)).toMatchObject([{ state: 'sent' }])
    await expect.poll(() => toldToStaff(number)).toHaveLength(1)
  })

test('I1 a full disk gives up pictures before an order', async ({ shopper: { page, proxy, number } }) => {
  await page.addInitScript(refuseWhileLargePictures)
  await openForm(page)
  await fillIn(page, { phone: number })
  const [large, small] = ['img-full-v1', 'img-thumb-v1']
  await page.evaluate(
    async (names) => {
      for (const name of names) await (await caches.open(name)).put(`/media/${name}`, new Response('a picture'))
    },
    [large, small],
  )
  proxy.mode = 'down'

  await submit(page)
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

test('I4 a browser that keeps nothing: neither saved nor sent is said so, and online it is sent', async ({
  shopper: { page, proxy, number },
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  await openForm(page)
  await fillIn(page, { phone: number })
  proxy.mode = 'blackhole'
  await submit(page)

  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('form').getByRole('alert').getByText(as(t.order.unconfirmed.title))).toBeVisible()
  await expect(dialog.getByRole('button', { name: as(t.order.copyOrder) })).toBeVisible()
  proxy.mode = 'reset-before'
  proxy.cutHanging()
  await expect(dialog.locator('form').getByRole('alert').getByText(as(t.order.unsaved.title))).toBeVisible()
  await expect(dialog.locator('input[type="tel"]')).toHaveValue(number)
  await expect(dialog.locator('a[href^="tel:"]')).toBeVisible()
  await expect(dialog.locator('a[href^="https://t.me/"]')).toBeVisible()
  await expect(dialog.getByRole('button', { name: as(t.order.copyOrder) })).toBeVisible()
  proxy.mode = 'pass'
  await submit(page)

  await page.waitForURL('**/order/**')
  await expect.poll(() => toldToStaff(number)).toHaveLength(1)
})

test('I7 nothing of the shopper stays once it is sent', async ({ shopper: { page, number } }) => {
  await openForm(page)
  await fillIn(page, { phone: number })
  await submit(page)
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

for (const choice of ['keep', 'delete'] as const)
  test(`I1 erasing the device asks about what is not sent: ${choice}`, async ({ shopper: { page, proxy, number } }) => {
    await saveOffline(page, proxy, number)
    await page.goBack()
    await pendingBadge(page).click()
    await page.getByRole('button', { name: as(t.outbox.erase.title) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: as(t.outbox.erase[choice]) })
      .click()

    // It has been tried, so it may be an order: then the shop is asked, and nothing of the shopper is kept for that.
    const isDeleted = choice === 'delete'
    await expect.poll(async () => (await entries(page)).map(({ wish }) => wish !== undefined)).toEqual([isDeleted])
    expect(JSON.stringify(await entries(page)).includes(number)).toBe(!isDeleted)
    expect(await drafts(page)).toEqual([])
    await heal(page, proxy)
    await expect.poll(() => entries(page)).toMatchObject([{ state: isDeleted ? 'cancelled' : 'sent' }])
  })

test('I4 a browser that has deleted what waited is told on', async ({ shopper: { page, proxy, number } }) => {
  await saveOffline(page, proxy, number)
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('obx=1.1')
  proxy.mode = 'pass'
  await page.goto('about:blank')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes: 'indexeddb' })

  await page.goto('/')

  const lost = page.getByRole('alert')
  await expect(lost).toBeVisible()
  await lost.getByRole('button', { name: as(t.outbox.lostSeen) }).click()
  await page.reload()
  await expect(page.locator('main h1')).toBeVisible()
  await expect(lost).toHaveCount(0)
})
