import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { runSql } from './database.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { desktop, expect, expectAccessible, expectNoOverflow, exactText, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua.admin.figures
/** The clocks go forward on 29 March 2026; no other test has orders so early. */
const period = 'from=2026-03-28&to=2026-03-30'

/** Inserts an order with one line that staff confirmed an hour later, or that its customer cancelled. */
async function insertOrder(createdAt: string, status: 'confirmed' | 'cancelled', total: string): Promise<void> {
  const id = randomUUID()
  await runSql(`INSERT INTO order_ids (id, outcome) VALUES ($1, 'order')`, [id])
  await runSql(
    `INSERT INTO orders (id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, language, status,
       total_amount, created_at) VALUES ($1, 'Олена', '+380670000001', '067', true, 'ua', $2, $3, $4)`,
    [id, status, total, createdAt],
  )
  await runSql(
    `INSERT INTO order_items (order_id, line, product_slug, product_names, package_size, quantity, unit_price)
     VALUES ($1, 0, 'lemon', '{"ua": "Лимонні чипси, сушені скибочками для напоїв і десертів"}', '100г', 1, $2)`,
    [id, total],
  )
  await runSql(
    `INSERT INTO order_events (order_id, kind, new_status, actor, created_at)
     VALUES ($1, 'status', $2::text, CASE $2::text WHEN 'confirmed' THEN 'staff' ELSE 'customer' END, $3::timestamptz + '1 hour')`,
    [id, status, createdAt],
  )
}

test.beforeAll(async () => {
  await runSql(`DELETE FROM orders WHERE created_at < '2026-04-15'`)
  await insertOrder('2026-03-29T20:59:00Z', 'confirmed', '100.50')
  await insertOrder('2026-03-29T21:01:00Z', 'confirmed', '200.00')
  await insertOrder('2026-03-29T21:02:00Z', 'cancelled', '999.00')
})

test('an editor reads the figures as charts and as tables with the same numbers, and exports them', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/figures?${period}`)
  const orders = page.getByRole('region', { name: t.titleOf.orders })
  await expect(orders.getByRole('img', { name: containingPart(t.orders) })).toBeVisible()
  await expect(orders).toContainText(/300,50/)
  const answers = page.getByRole('region', { name: t.titleOf.answers })
  await expect(answers.getByRole('definition').first()).toHaveText(/^1 год/)
  await expect(page.getByRole('region', { name: t.titleOf.searches })).toContainText(t.empty.searches)
  await expectAccessible(page, 'the charts of the figures')

  await page.getByRole('button', { name: t.tables, exact: true }).click()
  await expect(orders.getByRole('row')).toHaveText([
    /./,
    /28 бер\S*0 ?0 ?0,00/,
    /29 бер\S*1 ?0 ?100,50/,
    /30 бер\S*2 ?1 ?200,00/,
  ])
  await expect(page).toHaveURL(/view=tables/)
  await expectAccessible(page, 'the tables of the figures')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    orders.getByRole('button', { name: exactText(t.exportOf.replace('{title}', t.titleOf.orders)) }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('2026-03-30;2;1;"200,00"')

  await orders.getByRole('button', { name: t.by.week }).click()
  await expect(orders.getByRole('row')).toHaveCount(3)
  await page.reload()
  await expect(orders.getByRole('row')).toHaveCount(3)
  expect(pageErrors).toEqual([])
})

test('the figures on a narrow dark phone: preset, custom range, empty period, invalid range, forced colours', async ({
  visit,
}) => {
  const { page } = await visit({ size: { width: 320, height: 700 }, theme: 'dark' })
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/figures?${period}`)
  const orders = page.getByRole('region', { name: t.titleOf.orders })
  await expect(orders.getByRole('img', { name: containingPart(t.revenue) })).toBeVisible()
  await expectAccessible(page, 'the figures on a dark phone')
  await expectNoOverflow(page, 'the charts')
  await page.getByRole('button', { name: t.tables, exact: true }).click()
  await expect(orders.getByRole('table')).toBeVisible()
  await expectNoOverflow(page, 'the tables')
  await page.getByRole('button', { name: t.charts, exact: true }).click()
  await page.emulateMedia({ forcedColors: 'active' })
  // The columns have the colour of text, so they contrast with any background.
  const textColour = await orders.evaluate((element) => getComputedStyle(element).color)
  await expect(orders.locator('rect').last()).toHaveCSS('fill', textColour)

  await page.getByRole('button', { name: exactText('7 днів') }).click()
  await expect(page).toHaveURL(/\/admin\/figures\?days=7$/)
  await page.goto('/admin/figures?from=2026-01-01&to=2026-01-02')
  await expect(orders).toContainText(t.empty.orders)
  await page.goto('/admin/figures?from=2026-01-03&to=2026-01-02')
  await expect(page.getByRole('alert')).toContainText('Оберіть період')
})

test('a figure that fails to load leaves the others and can be loaded again', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'admin')
  await page.route('**/api/admin/figures/customers**', (route) => route.abort())
  await page.goto(`/admin/figures?${period}`)
  const customers = page.getByRole('region', { name: t.titleOf.customers })
  await expect(customers.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('region', { name: t.titleOf.orders })).toContainText(/300,50/)

  await page.unroute('**/api/admin/figures/customers**')
  await customers.getByRole('alert').getByRole('button').click()
  await expect(customers.getByRole('listitem').first()).toContainText(t.customers.new)
})

/** The name of a chart is its title and its description. */
const containingPart = (title: string) => new RegExp(`^${title} `)
