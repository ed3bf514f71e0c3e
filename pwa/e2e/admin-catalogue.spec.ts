import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { productTotal, toasts } from './harness/locators.ts'
import { runSql } from './database.ts'
import { createTotpCode, signInDialog, totpSecretIn } from './accounts.ts'
import { createCustomer, signInAs } from './sign-in.ts'
import { createStaffUser, signInAsNewStaff, test } from './staff.ts'
import {
  thoroughUnless,
  exactText,
  desktop,
  expect,
  expectAccessible,
  expectStable,
  expectNoOverflow,
  type Language,
  appearances,
  phone,
  waitForOfflineReady,
  containingText,
  waitForNetworkIdle,
  messagesByLanguage,
} from './fixtures.ts'

const t = messagesByLanguage.ua.admin
const photoPath = new URL('../src/shared/art/orange.webp', import.meta.url).pathname

/** Sends an API request in the session of this page. */
function callAdminApi<T>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: T }> {
  return page.evaluate(
    async ([method, path, text]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(path, { method, ...(text && { headers, body: text }) })
      return { status: response.status, body: await response.json() }
    },
    [method, `/api/admin/${path}`, body && JSON.stringify(body)] as const,
  )
}

interface Product {
  id: string
  slug: string
  name: string
}

const translateName = (name: string) =>
  ['ua', 'ru', 'en'].map((language) => ({ language, name: `${name} ${language}` }))

/** A product, and a category of its own, of this test alone. */
async function createAdminProduct(
  page: Page,
  { price = '120', categoryId = '' } = {},
): Promise<Product & { categoryId: string }> {
  const name = `Zest ${randomUUID().slice(0, 8)}`
  const category =
    categoryId ||
    (
      await callAdminApi<{ id: string }>(page, 'POST', 'categories', {
        category: { isActive: true },
        translations: translateName(name),
      })
    ).body.id
  const created = await callAdminApi<Product>(page, 'POST', 'products', {
    product: { price, categoryId: category, isActive: true },
    translations: translateName(name),
  })
  expect(created.status).toBe(201)
  return { ...created.body, name, categoryId: category }
}

/** Fills the name in every language. */
async function fillNames(dialog: Locator, names: Record<Language, string>): Promise<void> {
  for (const [tab, language] of [
    ['English', 'en'],
    ['Русский', 'ru'],
    ['Українська', 'ua'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    await dialog.getByLabel(t.form.name, { exact: true }).fill(names[language])
  }
}

async function upload(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: t.form.upload, exact: true }).click()
  await page.getByRole('dialog', { name: t.upload.title }).locator('input[type=file]').setInputFiles(photoPath)
  await expect(page.getByRole('dialog', { name: t.upload.title })).toBeHidden()
  await expect(dialog.getByLabel(containingText(t.form.imageUrl))).toHaveValue(/^\/incoming\//)
}

test('an editor adds a category and a product in three languages with a photo, and the shop shows it', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const uniqueSuffix = randomUUID().slice(0, 8)

  await page.goto('/admin/categories')
  await page.getByRole('button', { name: t.categories.add }).click()
  const category = page.getByRole('dialog', { name: t.categories.add })
  await fillNames(category, { ua: `Квіти ${uniqueSuffix}`, ru: `Цветы ${uniqueSuffix}`, en: `Flowers ${uniqueSuffix}` })
  await category.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.categories.created)
  await expect(category).toBeHidden()

  await page.getByRole('link', { name: t.sections.products }).click()
  await page.getByRole('button', { name: t.products.add }).click()
  const product = page.getByRole('dialog', { name: t.products.add })
  await fillNames(product, {
    ua: `Волошка ${uniqueSuffix}`,
    ru: `Василёк ${uniqueSuffix}`,
    en: `Cornflower ${uniqueSuffix}`,
  })
  await product.getByLabel(exactText(t.form.price)).fill('1250,5')
  await upload(page, product)
  await expect(product.getByText(t.form.noCategoryHint)).toBeVisible()
  await product.getByRole('button', { name: t.form.save, exact: true }).click()
  // Nothing is saved yet: in no category it would be in no list.
  const confirmDialog = page.getByRole('dialog', { name: t.form.saveWithoutCategory })
  await confirmDialog.getByRole('button', { name: t.cancel, exact: true }).click()
  await product.getByLabel(exactText(t.form.categoryId)).selectOption({ label: `Квіти ${uniqueSuffix}` })
  await expect(product.getByText(t.form.noCategoryHint)).toBeHidden()
  await product.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.products.created)

  await page.getByRole('searchbox').fill(`Cornflower ${uniqueSuffix}`)
  await page.getByRole('searchbox').press('Enter')
  const row = page.getByRole('row', { name: containingText(`Волошка ${uniqueSuffix}`) })
  await expect(row).toContainText(containingText('1 250,50 ₴'))
  await expect(row.locator('img')).toHaveAttribute('src', /^\/media\//)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectNoOverflow(page, 'the products of an editor')

  await page.goto(`/product/cornflower-${uniqueSuffix}`)
  await expect(page.locator('h1')).toHaveText(`Волошка ${uniqueSuffix}`)
  await expect(productTotal(page)).toContainText(containingText('1 250,50'))
  expect(pageErrors).toEqual([])
})

test('what staff change reaches open shops without a reload, also a phone that was offline at that time', async ({
  visit,
}) => {
  const { page: adminPage } = await visit({ size: desktop })
  await signInAsNewStaff(adminPage, 'editor')
  const { slug, name } = await createAdminProduct(adminPage)

  const { page: shopper } = await visit({ worker: true })
  await shopper.goto(`/product/${slug}`)
  await waitForOfflineReady(shopper)
  await shopper.context().setOffline(true)

  await adminPage.goto(`/admin/products?search=${slug}`)
  await adminPage.getByRole('button', { name: exactText(t.edit.replace('{name}', `${name} ua`)) }).click()
  const dialog = adminPage.getByRole('dialog', { name: t.products.edit })
  await dialog.getByLabel(exactText(t.form.price)).fill('133')
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(adminPage)).toContainText(t.products.changed)
  await expect(adminPage.getByRole('row', { name: containingText(name) })).toContainText(containingText('133,00'))
  await expect(productTotal(shopper)).toContainText(containingText('120,00'))

  // It was out of reach for longer than the shop trusts what it keeps.
  await shopper.evaluate(() => localStorage.setItem('tsedra.snapshot.ua', '1'))
  await shopper.context().setOffline(false)
  await expect(productTotal(shopper)).toContainText(containingText('133,00'))

  await adminPage.getByLabel(exactText(t.products.choose.replace('{name}', `${name} ua`))).check()
  await adminPage.getByRole('button', { name: t.products.deactivate }).click()
  await expect(adminPage.getByRole('row', { name: containingText(name) })).toContainText(t.products.inactive)
  await adminPage.goto(`/product/${slug}`)
  await expect(adminPage.locator('main').getByText(messagesByLanguage.ua.product.missing)).toBeVisible()
})

/** Runs in the page, which is soon left: what is shown for half a second is read on the next one. */
function recordToastAndHeading(): void {
  const record = () => {
    const toastText = document.querySelector('[role="region"][popover] > *')?.textContent
    if (toastText) sessionStorage.setItem('toast', toastText)
    const heading = location.pathname.startsWith('/admin') && document.querySelector('main h1')?.textContent
    if (heading) sessionStorage.setItem('heading', heading)
  }
  new MutationObserver(record).observe(document, { childList: true, subtree: true, characterData: true })
}

const readRecorded = (page: Page, key: 'toast' | 'heading') => page.evaluate((key) => sessionStorage.getItem(key), key)

test('a guest signs in and comes back to where they wanted to go; a customer reads that access is denied', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.addInitScript(recordToastAndHeading)
  await page.goto('/admin/categories?status=active')
  await page.waitForURL((url) => url.pathname === '/')
  expect(await readRecorded(page, 'toast')).toMatch(containingText(messagesByLanguage.ua.mine.signedOutText))
  const { dialog, login, code } = signInDialog(page)
  const { email, password } = await createStaffUser('editor')
  await login(email, password)
  await expect(totpSecretIn(dialog)).toBeVisible()
  await code.fill(createTotpCode((await totpSecretIn(dialog).innerText()).replaceAll(/\s/g, '')))
  await page.waitForURL((url) => url.pathname + url.search === '/admin/categories?status=active')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  const { page: customer } = await visit({ language: 'en' })
  await signInAs(customer, await createCustomer())
  await customer.addInitScript(recordToastAndHeading)
  await customer.goto('/admin/products')
  await customer.waitForURL((url) => url.pathname === '/')
  expect(await readRecorded(customer, 'heading')).toContain('Access Denied')
  expect(await readRecorded(customer, 'toast')).toContain("You don't have permission to access the admin panel.")
})

test('an editor sees no way to delete and is refused it; an admin names what goes, and a category with products stays', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const { id, slug, name, categoryId } = await createAdminProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  await expect(page.getByRole('button', { name: containingText('Редагувати:') })).toHaveCount(1)
  await expect(page.getByRole('button', { name: containingText('Видалити:') })).toHaveCount(0)
  expect((await callAdminApi(page, 'DELETE', `products/${id}`)).status).toBe(403)
  expect((await callAdminApi(page, 'DELETE', `categories/${categoryId}`)).status).toBe(403)

  const { page: adminPage } = await visit({ size: desktop })
  await signInAsNewStaff(adminPage, 'admin')
  await adminPage.goto(`/admin/categories?search=${encodeURIComponent(name)}`)
  await adminPage.getByRole('button', { name: containingText('Видалити:') }).click()
  await expect(adminPage.getByRole('dialog')).toContainText(containingText('У категорії 1 товар'))
  await adminPage.keyboard.press('Escape')
  // The admin list shows one, the shop none by now.
  const { categoryId: otherCategoryId } = await createAdminProduct(page)
  await callAdminApi(page, 'PUT', `products/${id}`, {
    product: { price: '120', categoryId: otherCategoryId },
    translations: translateName(name),
  })
  await adminPage.getByRole('button', { name: containingText('Видалити:') }).click()
  await expect(adminPage.getByRole('dialog')).toContainText(t.categories.deleteText)
  await adminPage.keyboard.press('Escape')

  await adminPage.goto(`/admin/products?search=${slug}`)
  await adminPage.getByRole('button', { name: containingText('Видалити:') }).click()
  const dialog = adminPage.getByRole('dialog')
  await expect(dialog).toContainText(`${name} ua`)
  await dialog.getByRole('button', { name: t.products.delete }).click()
  await expect(toasts(adminPage)).toContainText(t.products.deleted)
  await expect(adminPage.getByText(t.products.empty)).toBeVisible()
})

test('a form shows its errors in the reader’s language, also on a hidden tab, and an accidental close keeps it', async ({
  visit,
}) => {
  const { page } = await visit({ language: 'en', size: phone })
  const messages = messagesByLanguage.en.admin
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/products')
  await page.getByRole('button', { name: messages.products.add }).click()
  const dialog = page.getByRole('dialog', { name: messages.products.add })
  await dialog.getByLabel(messages.form.name, { exact: true }).fill('Lime')
  await dialog.getByLabel(messages.form.price, { exact: true }).fill('0')
  await dialog.getByRole('button', { name: messages.form.save, exact: true }).click()

  await expect(dialog.getByText(messages.form.wrong.price)).toBeVisible()
  await expect(dialog.getByRole('tab', { name: /Русский/ })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByText(messages.form.wrong.name)).toBeVisible()
  await expect(dialog.getByRole('tab').getByRole('img', { name: messages.form.tabWrong })).toHaveCount(2)
  await expect(dialog.getByText('Not complete: RU, UA')).toBeVisible()

  await page.keyboard.press('Escape')
  const discardDialog = page.getByRole('dialog', { name: messages.form.unsaved })
  await discardDialog.getByRole('button', { name: messages.cancel }).click()
  await dialog.getByRole('tab', { name: /English/ }).click()
  await expect(dialog.getByLabel(messages.form.name, { exact: true })).toHaveValue('Lime')
  await page.keyboard.press('Escape')
  await discardDialog.getByRole('button', { name: messages.form.discard }).click()
  await expect(dialog).toBeHidden()
})

test('two who change one product: nothing that was typed is lost, and neither is what the other has saved', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const { id, slug, name } = await createAdminProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  await page.getByRole('button', { name: containingText('Редагувати:') }).click()
  const dialog = page.getByRole('dialog', { name: t.products.edit })
  await dialog.getByLabel(exactText(t.form.price)).fill('77')

  const concurrentTranslations = translateName(name).map((text) => ({ ...text, name: `${text.name}!` }))
  await callAdminApi(page, 'PUT', `products/${id}`, {
    product: { price: '99', isFeatured: true },
    translations: concurrentTranslations,
  })
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(dialog).toContainText(t.form.meanwhile.title)
  await expect(dialog).toContainText(t.form.meanwhile.both.replace('{fields}', t.form.price))
  await expect(dialog.getByLabel(exactText(t.form.price))).toHaveValue('77')
  await expect(dialog.getByLabel(t.form.name, { exact: true })).toHaveValue(`${name} en!`)
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.products.changed)

  const { body } = await callAdminApi<{ price: string; isFeatured: boolean }>(page, 'GET', `products/${id}`)
  expect(body).toMatchObject({ price: '77.00', isFeatured: true })
})

test('edit conflict on a bad network: the form shows it, and saving again continues', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const { id, slug, name } = await createAdminProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  await page.getByRole('button', { name: containingText('Редагувати:') }).click()
  const dialog = page.getByRole('dialog', { name: t.products.edit })
  await dialog.getByLabel(exactText(t.form.price)).fill('77')
  await callAdminApi(page, 'PUT', `products/${id}`, { product: { price: '99' }, translations: translateName(name) })
  const productUrl = `**/api/admin/products/${id}`
  await page.route(productUrl, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))

  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.refused.unreachable)
  await expect(dialog.getByLabel(exactText(t.form.price))).toHaveValue('77')

  await page.unroute(productUrl)
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(dialog).toContainText(t.form.meanwhile.title)
})

const sessionEndTriggers: [string, (page: Page) => Promise<void>][] = [
  // By key: the page may have detected the conflict already, and then the dialog covers the button.
  ['it is saved', (page) => page.getByLabel(exactText(t.form.price)).press('Enter')],
  [
    'the network comes back',
    async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByRole('status').filter({ hasText: t.offline })).toBeVisible()
      await page.context().setOffline(false)
    },
  ],
]

for (const [description, trigger] of sessionEndTriggers) {
  test(`a session that ends during typing, detected when ${description}, opens the sign-in dialog above the form`, async ({
    visit,
  }) => {
    const { page } = await visit({ size: desktop })
    const { email, password } = await signInAsNewStaff(page, 'editor')
    const { slug } = await createAdminProduct(page)
    await page.goto(`/admin/products?search=${slug}`)
    await page.getByRole('button', { name: containingText('Редагувати:') }).click()
    const form = page.getByRole('dialog', { name: t.products.edit })
    await form.getByLabel(exactText(t.form.price)).fill('88')
    await runSql(
      'UPDATE user_sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      [email],
    )
    await trigger(page)

    await expect(toasts(page)).toContainText(messagesByLanguage.ua.mine.signedOutText)
    const { dialog, login, code } = signInDialog(page)
    await login(email, password)
    await expect(totpSecretIn(dialog)).toBeVisible()
    await code.fill(createTotpCode((await totpSecretIn(dialog).innerText()).replaceAll(/\s/g, '')))
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(form.getByLabel(exactText(t.form.price))).toHaveValue('88')
    await form.getByRole('button', { name: t.form.save, exact: true }).click()
    await expect(toasts(page)).toContainText(t.products.changed)
  })
}

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

test('with forced colours the border of a switch shows whether it is on', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/products')
  await page.getByRole('button', { name: t.products.add }).click()
  await page.emulateMedia({ forcedColors: 'active' })
  const firstSwitch = page.getByRole('dialog', { name: t.products.add }).getByRole('switch').first()

  await firstSwitch.uncheck()
  await expect(firstSwitch).toHaveCSS('border-top-width', '1px')
  await firstSwitch.check()
  await expect(firstSwitch).toHaveCSS('border-top-width', '3px')
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

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `the panel in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out`,
    thoroughUnless(index === 1),
    async ({ visit }) => {
      const { page, pageErrors: complaints } = await visit({ language, theme, size })
      const messages = messagesByLanguage[language].admin
      await signInAsNewStaff(page, 'admin')
      const expectScreenOk = async (name: string) => {
        await waitForNetworkIdle(page)
        await expectAccessible(page, name)
        await expectNoOverflow(page, name)
        const folder = process.env['SCREENSHOTS']
        if (folder) await page.screenshot({ path: `${folder}/${name}-${theme}-${size.width}-${language}.png` })
      }
      await page.goto('/admin')
      await expect(page.locator('tbody img').first()).toBeVisible()
      await expectScreenOk('products')
      await expectStable(page, 'products')
      // One that has a picture.
      await page.goto('/admin/products?search=lemon-chips')
      await page
        .getByRole('button', { name: containingText(messages.edit.replace('{name}', '')) })
        .first()
        .click()
      await expect(page.getByLabel(messages.form.name, { exact: true })).toBeVisible()
      await expectScreenOk('product')
      await page.getByRole('button', { name: messages.form.replace, exact: true }).click()
      await expect(page.getByRole('dialog', { name: messages.upload.title })).toBeVisible()
      await expectScreenOk('upload')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.goto('/admin/products')
      await page.getByRole('button', { name: messages.products.reorder }).click()
      await expectScreenOk('order')
      await page.goto('/admin/categories')
      await expect(page.locator('tbody img').first()).toBeVisible()
      await expectScreenOk('categories')
      await expectStable(page, 'categories')
      expect(complaints).toEqual([])
    },
  )
}
