import { readFile } from 'node:fs/promises'
import { toasts } from './harness/locators.ts'
import { createAdminProduct } from './admin.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { desktop, expect, containingText, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua.admin

test('a table goes out, and what comes back is shown before it is done', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const { slug } = await createAdminProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t.csv.export }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toMatch(/^\ufeff"?slug"?;/)
  expect(csv).toContain(slug)

  await page.getByRole('button', { name: t.csv.import }).click()
  const dialog = page.getByRole('dialog', { name: t.csv.import })
  const uploadCsv = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer()
    files.items.add(Object.assign(new File([], 'a.csv'), { arrayBuffer: () => Promise.reject(new Error('gone')) }))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(dialog.getByRole('alert')).toContainText(t.csv.unreadable)
  await uploadCsv(`slug;price\n${slug};0\n`)
  await expect(dialog).toContainText(t.csv.problem.invalid)
  await expect(dialog.getByRole('button', { name: t.csv.apply })).toBeDisabled()
  await uploadCsv(`slug;price\n${slug};141,00\n`)
  await expect(dialog.getByRole('listitem')).toContainText('141,00')
  // A network failure triggers no refetch: the shown data are still valid.
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/products/import'))))
  await page.route('**/api/admin/products/import', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: t.csv.apply }).click()
  await expect(toasts(page)).toContainText(t.refused.unreachable)
  await dialog.getByRole('button', { name: t.csv.apply }).click()
  await expect(toasts(page)).toContainText(t.csv.applied)
  await expect(page.getByRole('row', { name: containingText(slug) })).toContainText(containingText('141,00'))
  expect(sent).toBe(2)
})
