import { expect } from '@playwright/test'
import { fillOrderForm, submitOrderForm } from './harness/order-form.ts'
import { buildEntry, readEntries } from './harness/outbox-database.ts'
import {
  readDrafts,
  restoreNetwork,
  openProductOrderForm,
  barCheck,
  pendingItems,
  saveOrderOffline,
  seedOutbox,
  test,
  readNotifiedIds,
} from './outbox-fixtures.ts'
import { exactText, messagesByLanguage } from './fixtures.ts'

/** What the phone keeps, cannot keep, keeps too long or has lost, by invariant (infra/decisions/0009-phone-outbox.md). */
const t = messagesByLanguage.ua
const DAY_MS = 24 * 3_600_000

for (const [days, scenarioNumber] of [
  [1, 33],
  [14, 34],
] as const)
  test(`I2 ${days} days later the page prompts before sending, and an order that had arrived is not repeated (${scenarioNumber})`, async ({
    shopper: { page, proxy, number },
  }) => {
    await page.clock.install()
    await openProductOrderForm(page)
    await fillOrderForm(page, { phone: number })
    proxy.mode = 'ack-lost'
    await submitOrderForm(page)
    await page.waitForURL('**/order/**')
    await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'queued' }])

    await page.clock.setSystemTime(Date.now() + days * DAY_MS + 60_000)
    await page.goto('/pending')
    await expect(pendingItems(page).getByText(exactText(t.order.refused.stale))).toBeVisible()
    // Not before: it is tried again by itself until the day is over.
    proxy.mode = 'pass'
    await page.getByRole('button', { name: exactText(t.outbox.sendNow) }).click()

    await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'sent' }])
    await expect.poll(() => readNotifiedIds(number)).toHaveLength(1)
  })

test('I1 a full disk gives up pictures before an order', async ({ shopper: { page, proxy, number } }) => {
  await page.addInitScript(simulateFullDisk)
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  const [large, small] = ['img-full-v1', 'img-thumb-v1']
  await page.evaluate(
    async (names) => {
      for (const name of names) await (await caches.open(name)).put(`/media/${name}`, new Response('a picture'))
    },
    [large, small],
  )
  proxy.mode = 'down'

  await submitOrderForm(page)
  await page.waitForURL('**/order/**')

  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.saved))
  expect(await readEntries(page)).toHaveLength(1)
  const storedText = (name: string) =>
    page.evaluate(async (cacheName) => Boolean(await caches.match(`/media/${cacheName}`)), name)
  expect(await storedText(large)).toBe(false)
  expect(await storedText(small)).toBe(true)
})

/**
 * A disk that is full until a large picture goes, as the outbox sees it. Chromium itself lets small transactions pass
 * under a quota that refuses every picture, however full it is.
 */
function simulateFullDisk(): void {
  let isFull = true
  const intercept = (prototype: object, method: string, onCall: (target: unknown) => void) => {
    const original = Reflect.get(prototype, method) as (...args: unknown[]) => unknown
    Reflect.set(prototype, method, function (this: unknown, ...args: unknown[]) {
      onCall(this)
      return Reflect.apply(original, this, args)
    })
  }
  intercept(Cache.prototype, 'delete', () => (isFull = false))
  intercept(IDBObjectStore.prototype, 'add', (store) => {
    if (isFull && (store as IDBObjectStore).name === 'outbox')
      throw new DOMException('The disk is full.', 'QuotaExceededError')
  })
}

test('I4 a browser without storage: the page shows "neither saved nor sent", and sends online', async ({
  shopper: { page, proxy, number },
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  proxy.mode = 'blackhole'
  await submitOrderForm(page)

  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('form').getByRole('alert').getByText(exactText(t.order.unconfirmed.title))).toBeVisible()
  await expect(dialog.getByRole('button', { name: exactText(t.order.copyOrder) })).toBeVisible()
  proxy.mode = 'reset-before'
  proxy.resetHanging()
  await expect(dialog.locator('form').getByRole('alert').getByText(exactText(t.order.unsaved.title))).toBeVisible()
  await expect(dialog.locator('input[type="tel"]')).toHaveValue(number)
  await expect(dialog.locator('a[href^="tel:"]')).toBeVisible()
  await expect(dialog.locator('a[href^="https://t.me/"]')).toBeVisible()
  await expect(dialog.getByRole('button', { name: exactText(t.order.copyOrder) })).toBeVisible()
  proxy.mode = 'pass'
  await submitOrderForm(page)

  await page.waitForURL('**/order/**')
  await expect.poll(() => readNotifiedIds(number)).toHaveLength(1)
})

test('I6 a disk that is full keeps the order as it is, and the page shows a message', async ({
  shopper: { page, proxy, number },
}) => {
  await seedOutbox(page, [buildEntry({ seq: 1, phone: number, nextAt: Date.now() + 600_000 })], { held: true })
  const setFull = (isFull: boolean) =>
    page.evaluate((full) => {
      const { prototype } = IDBObjectStore
      const put = Reflect.get(prototype, full ? 'put' : 'realPut') as (...args: unknown[]) => IDBRequest<IDBValidKey>
      Reflect.set(prototype, 'realPut', put)
      prototype.put = function (this: IDBObjectStore, ...args: unknown[]) {
        if (full && this.name === 'outbox') throw new DOMException('The disk is full.', 'QuotaExceededError')
        return Reflect.apply(put, this, args)
      }
    }, isFull)
  const cancel = page.getByRole('button', { name: exactText(t.outbox.cancel) })

  await setFull(true)
  await cancel.click()
  await expect(page.getByText(exactText(t.outbox.notStored))).toBeVisible()
  expect(await readEntries(page)).toMatchObject([{ state: 'queued' }])

  await setFull(false)
  await cancel.click()
  await expect.poll(() => readEntries(page)).toMatchObject([{ state: 'cancelled', bodyJson: null }])
  expect(proxy.posts).toEqual([])
})

test('I7 nothing of the shopper stays once it is sent', async ({ shopper: { page, number } }) => {
  await openProductOrderForm(page)
  await fillOrderForm(page, { phone: number })
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  await expect(page.locator('h1')).toHaveText(exactText(t.order.page.received))

  const storedText = await page.evaluate(async () => {
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const openRequest = indexedDB.open(name ?? '')
        openRequest.onsuccess = () => resolve(openRequest.result)
      })
      for (const store of db.objectStoreNames)
        stored.push(
          await new Promise((resolve) => {
            const all = db.transaction(store).objectStore(store).getAll()
            all.onsuccess = () => resolve(all.result)
          }),
        )
      db.close()
    }
    return JSON.stringify(stored)
  })

  expect(storedText).toContain('"state":"sent"')
  expect(storedText).not.toContain(number)
  expect(storedText).not.toContain('Олена')
})

for (const choice of ['keep', 'delete'] as const)
  test(`I1 erasing the device prompts about unsent orders: ${choice}`, async ({ shopper: { page, proxy, number } }) => {
    await saveOrderOffline(page, proxy, number)
    await page.goBack()
    await barCheck(page).click()
    await page.getByRole('button', { name: exactText(t.outbox.erase.title) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: exactText(t.outbox.erase[choice]) })
      .click()

    // It was attempted, so it may be an order: the shop is queried, and no personal data are stored for that.
    const isDeleted = choice === 'delete'
    await expect
      .poll(async () => (await readEntries(page)).map((entry) => entry.wish !== undefined))
      .toEqual([isDeleted])
    expect(JSON.stringify(await readEntries(page)).includes(number)).toBe(!isDeleted)
    expect(await readDrafts(page)).toEqual([])
    await restoreNetwork(page, proxy)
    await expect.poll(() => readEntries(page)).toMatchObject([{ state: isDeleted ? 'cancelled' : 'sent' }])
  })

test('I4 the page reports unsent orders that the browser has deleted', async ({ shopper: { page, proxy, number } }) => {
  await saveOrderOffline(page, proxy, number)
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('obx=1.1')
  proxy.mode = 'pass'
  await page.goto('about:blank')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes: 'indexeddb' })

  await page.goto('/')

  const lossAlert = page.getByRole('alert')
  await expect(lossAlert).toBeVisible()
  await lossAlert.getByRole('button', { name: exactText(t.outbox.lostSeen) }).click()
  await page.reload()
  await expect(page.locator('main h1')).toBeVisible()
  await expect(lossAlert).toHaveCount(0)
})
