import { expect, type Page } from '@playwright/test'
import { buildEntry, insertEntries, readEntries, readRows } from './harness/outbox-database.ts'
import { pendingItems } from './outbox-fixtures.ts'
import {
  appearances,
  containingText,
  exactText,
  expectAccessible,
  expectStable,
  messagesByLanguage,
  test,
  waitForImages,
} from './fixtures.ts'

/** The list of pending orders: its cards, the menu of each, and sending all at once. */
const t = messagesByLanguage.ua
const DAY_MS = 24 * 3_600_000

const line = (slug: string, name: string, quantity: number) => ({
  productId: slug,
  slug,
  name,
  imageUrl: null,
  price: '95.00',
  availablePackages: ['50г', '100г'],
  packageSize: '100г',
  quantity,
  lineTotal: quantity * 17_100,
})
const summary = (...lines: ReturnType<typeof line>[]) => ({
  lines,
  total: lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0),
})
const lime = summary(line('lime-chips', 'Чипси з лайма', 4))
const bar = summary(line('orange-chips', 'Апельсинові чипси', 2), line('grapefruit-chips', 'Рубіновий ґрейпфрут', 1))
const phone = '+380670000124'

const queued = (seq: number, fields: object = {}) =>
  buildEntry({ seq, phone, summary: lime, nextAt: Date.now() + 3_600_000, ...fields })

/** Stores entries that no sender touches, and opens their list. */
async function openList(page: Page, entries: object[]): Promise<void> {
  await page.addInitScript(() => void navigator.locks.request('tsedra-outbox-flush', () => new Promise(() => {})))
  await page.goto('/pending')
  // The empty state: the page has created the database.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await insertEntries(page, entries)
  await page.reload()
  await expect(pendingItems(page)).toHaveCount(entries.length)
}

const everyState = () => [
  queued(1, { summary: bar }),
  queued(2, { attempts: 2, reason: 'network' }),
  queued(3, { state: 'attention', reason: 'stale', attempts: 1, createdAt: Date.now() - 2 * DAY_MS }),
  queued(4, { state: 'attention', reason: 'unavailable', final: true, attempts: 1 }),
  queued(5, { attempts: 1, reason: 'network', wish: { to: 'cancel', since: 1 } }),
]

for (const { language, theme, size } of appearances)
  test(`every card has the same edges and at most two buttons (${language}, ${theme}, ${size.width})`, async ({
    visit,
  }) => {
    const { page } = await visit({ language, theme, size })
    await openList(page, everyState())
    await waitForImages(page)

    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const edges = await page
        .getByRole('main')
        .getByRole('listitem')
        .or(page.getByRole('button', { name: exactText(messagesByLanguage[language].outbox.sendAll) }))
        .evaluateAll((elements) =>
          elements.map((element) => {
            const { left, right } = element.getBoundingClientRect()
            return `${left} ${right}`
          }),
        )
      expect(edges).toHaveLength(everyState().length + 1)
      expect(new Set(edges).size, `${width}: ${edges.join(', ')}`).toBe(1)
    }
    await page.setViewportSize(size)
    for (const item of await pendingItems(page).all())
      expect(await item.locator('button:not([aria-haspopup])').count()).toBeLessThanOrEqual(2)
    await expectStable(page, 'pending orders')
    await expectAccessible(page, 'pending orders')
  })

test('the menu of a card opens with the keyboard, and its focus moves and returns', async ({ visit }) => {
  const { page } = await visit()
  await openList(page, [queued(1)])
  const button = pendingItems(page).getByRole('button', { expanded: false })
  const menu = page.getByRole('menu')
  const items = menu.getByRole('menuitem')
  await expect(menu).toBeHidden()

  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(items.first()).toBeFocused()
  await expect(pendingItems(page).getByRole('button', { expanded: true })).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(items.first()).toBeFocused()
  await expectAccessible(page, 'open menu')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await expect(pendingItems(page).getByRole('button', { name: exactText(t.outbox.edit) })).toBeFocused()
})

test('the menu stays on the screen beside its button, and a tap outside closes it', async ({ visit }) => {
  const { page } = await visit({ size: { width: 320, height: 568 } })
  await openList(page, everyState())
  const menu = page.getByRole('menu')

  for (const item of await pendingItems(page).all()) {
    await item.locator('button[aria-haspopup]').click()
    const box = await menu.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(568)
    await page.mouse.click(4, 4)
    await expect(menu).toBeHidden()
  }
})

test('the menu sends one order and copies its text without personal data', async ({ visit }) => {
  const { page } = await visit()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const first = queued(1, { summary: bar })
  await openList(page, [first, queued(2)])
  const openMenu = () => pendingItems(page).first().locator('button[aria-haspopup]').click()

  await openMenu()
  await page.getByRole('menuitem', { name: exactText(t.order.copyOrder) }).click()
  await expect(page.getByText(exactText(t.outbox.copied))).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(containingText('Апельсинові чипси, 100 г × 2'))
  expect(text).not.toContain(phone)

  await openMenu()
  await page.getByRole('menuitem', { name: exactText(t.outbox.sendNow) }).click()
  await expect.poll(() => readForcedIds(page)).toEqual([first.id])
})

test('one button sends all that is pending, and leaves an order that is too old to the shopper', async ({ visit }) => {
  const { page } = await visit()
  await openList(page, everyState())
  await page.getByRole('button', { name: exactText(t.outbox.sendAll) }).click()

  await expect.poll(async () => (await readForcedIds(page)).length).toBe(3)
  expect((await readEntries(page)).filter(({ state }) => state === 'attention')).toHaveLength(2)
})

/** Ids of the entries that the shopper has sent with a button. */
async function readForcedIds(page: Page): Promise<string[]> {
  const rows = (await readRows(page, 'outbox')) as { id: string; isForced?: boolean }[]
  return rows.filter(({ isForced }) => isForced).map(({ id }) => id)
}
