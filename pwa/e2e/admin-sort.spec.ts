import { toasts } from './harness/locators.ts'
import { runSql } from './database.ts'
import { callAdminApi, createAdminProduct } from './admin.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { exactText, desktop, expect, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua.admin

test('a category of more than a hundred products is sorted as a whole', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const { categoryId } = await createAdminProduct(page)
  await runSql(
    `WITH added AS (
       INSERT INTO products (category_id, slug, price, sort_order, is_active)
       SELECT $1, 'shelf-' || n, 10, 100000 + n, false FROM generate_series(1, 105) n RETURNING id, slug)
     INSERT INTO product_translations (product_id, language, name)
     SELECT id, language, slug FROM added, unnest('{ua,ru,en}'::text[]) language`,
    [categoryId],
  )
  await page.goto(`/admin/products?category=${categoryId}`)
  await page.getByRole('button', { name: t.products.reorder }).click()
  await expect(page.getByRole('region', { name: t.order.title }).getByRole('listitem')).toHaveCount(106)

  await page.getByRole('button', { name: exactText(t.order.up.replace('{name}', 'shelf-105')) }).click()
  await page.getByRole('button', { name: t.order.save }).click()

  await expect(toasts(page)).toContainText(t.order.saved)
  const last = await runSql<{ slug: string }>(
    'SELECT slug FROM products WHERE category_id = $1 ORDER BY sort_order DESC LIMIT 3',
    [categoryId],
  )
  expect(last.map(({ slug }) => slug)).toEqual(['shelf-104', 'shelf-105', 'shelf-103'])
})

test('the order of the shop is changed by dragging, by keys and by buttons, and saved at once', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const first = await createAdminProduct(page)
  const { categoryId } = first
  const products = [
    first,
    await createAdminProduct(page, { categoryId }),
    await createAdminProduct(page, { categoryId }),
  ]
  await page.goto(`/admin/products?category=${categoryId}`)
  await page.getByRole('button', { name: t.products.reorder }).click()
  const rows = page.getByRole('region', { name: t.order.title }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const [firstName = '', secondName = '', thirdName = ''] = await rows.locator('b').allTextContents()
  expect([firstName, secondName, thirdName].sort()).toEqual(products.map(({ name }) => `${name} ua`).sort())

  await page.getByRole('button', { name: exactText(t.order.down.replace('{name}', firstName)) }).click()
  await expect(rows.locator('b')).toHaveText([secondName, firstName, thirdName])
  const handle = page.getByRole('button', { name: exactText(t.order.grab.replace('{name}', thirdName)) })
  await handle.press('ArrowUp')
  await expect(rows.locator('b')).toHaveText([secondName, thirdName, firstName])
  await expect(handle).toBeFocused()

  const box = await page
    .getByRole('button', { name: exactText(t.order.grab.replace('{name}', firstName)) })
    .boundingBox()
  const target = await rows.first().boundingBox()
  if (!box || !target) throw new Error('nothing to drag')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + 10, { steps: 8 })
  await page.mouse.up()
  await expect(rows.locator('b')).toHaveText([firstName, secondName, thirdName])
  await handle.press('ArrowUp')
  await page.getByRole('button', { name: t.order.save }).click()
  await expect(toasts(page)).toContainText(t.order.saved)

  const { body } = await callAdminApi<{ products: { translations: { name: string }[] }[] }>(
    page,
    'GET',
    `products?categoryId=${categoryId}&lang=ua`,
  )
  expect(body.products.map(({ translations }) => translations[0]?.name)).toEqual([firstName, thirdName, secondName])
})
