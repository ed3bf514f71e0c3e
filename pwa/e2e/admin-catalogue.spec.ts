import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { productTotal, toast } from './harness/locators.ts'
import { sql } from './database.ts'
import { appCode, signInDialog, secretIn } from './people.ts'
import { newPerson, signInAs } from './signed-in.ts'
import { newStaff, signInStaff, test } from './staff.ts'
import {
  eachTime,
  as,
  desktop,
  expect,
  expectAccessible,
  expectCalm,
  expectToFit,
  type Language,
  looks,
  phone,
  readyForOffline,
  saying,
  settled,
  texts,
} from './shopper.ts'

const t = texts.ua.admin
const photo = new URL('../src/shared/art/orange.webp', import.meta.url).pathname

/** Asks the API as whoever is signed in on this page. */
function ask<T>(page: Page, method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
  return page.evaluate(
    async ([method, path, text]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(path, { method, ...(text && { headers, body: text }) })
      return { status: answer.status, body: await answer.json() }
    },
    [method, `/api/admin/${path}`, body && JSON.stringify(body)] as const,
  )
}

interface Product {
  id: string
  slug: string
  name: string
}

const inAll = (name: string) => ['ua', 'ru', 'en'].map((language) => ({ language, name: `${name} ${language}` }))

/** A product, and a category of its own, of this test alone. */
async function aProduct(
  page: Page,
  { price = '120', categoryId = '' } = {},
): Promise<Product & { categoryId: string }> {
  const name = `Zest ${randomUUID().slice(0, 8)}`
  const category =
    categoryId ||
    (await ask<{ id: string }>(page, 'POST', 'categories', { category: { isActive: true }, translations: inAll(name) }))
      .body.id
  const made = await ask<Product>(page, 'POST', 'products', {
    product: { price, categoryId: category, isActive: true },
    translations: inAll(name),
  })
  expect(made.status).toBe(201)
  return { ...made.body, name, categoryId: category }
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
  await page.getByRole('dialog', { name: t.upload.title }).locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByRole('dialog', { name: t.upload.title })).toBeHidden()
  await expect(dialog.getByLabel(saying(t.form.imageUrl))).toHaveValue(/^\/incoming\//)
}

test('an editor adds a category and a product in three languages with a photo, and the shop shows it', async ({
  visit,
}) => {
  const { page, complaints } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  const mark = randomUUID().slice(0, 8)

  await page.goto('/admin/categories')
  await page.getByRole('button', { name: t.categories.add }).click()
  const category = page.getByRole('dialog', { name: t.categories.add })
  await fillNames(category, { ua: `Квіти ${mark}`, ru: `Цветы ${mark}`, en: `Flowers ${mark}` })
  await category.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toast(page)).toContainText(t.categories.created)
  await expect(category).toBeHidden()

  await page.getByRole('link', { name: t.sections.products }).click()
  await page.getByRole('button', { name: t.products.add }).click()
  const product = page.getByRole('dialog', { name: t.products.add })
  await fillNames(product, { ua: `Волошка ${mark}`, ru: `Василёк ${mark}`, en: `Cornflower ${mark}` })
  await product.getByLabel(as(t.form.price)).fill('1250,5')
  await upload(page, product)
  await expect(product.getByText(t.form.noCategoryHint)).toBeVisible()
  await product.getByRole('button', { name: t.form.save, exact: true }).click()
  // Nothing is saved yet: in no category it would be in no list.
  const question = page.getByRole('dialog', { name: t.form.saveWithoutCategory })
  await question.getByRole('button', { name: t.cancel, exact: true }).click()
  await product.getByLabel(as(t.form.categoryId)).selectOption({ label: `Квіти ${mark}` })
  await expect(product.getByText(t.form.noCategoryHint)).toBeHidden()
  await product.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toast(page)).toContainText(t.products.created)

  await page.getByRole('searchbox').fill(`Cornflower ${mark}`)
  await page.getByRole('searchbox').press('Enter')
  const row = page.getByRole('row', { name: saying(`Волошка ${mark}`) })
  await expect(row).toContainText(saying('1 250,50 ₴'))
  await expect(row.locator('img')).toHaveAttribute('src', /^\/media\//)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectToFit(page, 'the products of an editor')

  await page.goto(`/product/cornflower-${mark}`)
  await expect(page.locator('h1')).toHaveText(`Волошка ${mark}`)
  await expect(productTotal(page)).toContainText(saying('1 250,50'))
  expect(complaints).toEqual([])
})

test('what staff change reaches open shops without a reload, also a phone that was offline meanwhile', async ({
  visit,
}) => {
  const { page: desk } = await visit({ size: desktop })
  await signInStaff(desk, 'editor')
  const { slug, name } = await aProduct(desk)

  const { page: shopper } = await visit({ worker: true })
  await shopper.goto(`/product/${slug}`)
  await readyForOffline(shopper)
  await shopper.context().setOffline(true)

  await desk.goto(`/admin/products?search=${slug}`)
  await desk.getByRole('button', { name: as(t.edit.replace('{name}', `${name} ua`)) }).click()
  const dialog = desk.getByRole('dialog', { name: t.products.edit })
  await dialog.getByLabel(as(t.form.price)).fill('133')
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toast(desk)).toContainText(t.products.changed)
  await expect(desk.getByRole('row', { name: saying(name) })).toContainText(saying('133,00'))
  await expect(productTotal(shopper)).toContainText(saying('120,00'))

  // It was out of reach for longer than the shop trusts what it keeps.
  await shopper.evaluate(() => localStorage.setItem('tsedra.snapshot.ua', '1'))
  await shopper.context().setOffline(false)
  await expect(productTotal(shopper)).toContainText(saying('133,00'))

  await desk.getByLabel(as(t.products.choose.replace('{name}', `${name} ua`))).check()
  await desk.getByRole('button', { name: t.products.deactivate }).click()
  await expect(desk.getByRole('row', { name: saying(name) })).toContainText(t.products.inactive)
  await desk.goto(`/product/${slug}`)
  await expect(desk.locator('main').getByText(texts.ua.product.missing)).toBeVisible()
})

/** Runs in the page, which is soon left: what is shown for half a second is read on the next one. */
function rememberNotice(): void {
  const look = () => {
    const said = document.querySelector('[role="region"][popover] > *')?.textContent
    if (said) sessionStorage.setItem('notice', said)
    const heading = location.pathname.startsWith('/admin') && document.querySelector('main h1')?.textContent
    if (heading) sessionStorage.setItem('heading', heading)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

const remembered = (page: Page, what: 'notice' | 'heading') => page.evaluate((key) => sessionStorage.getItem(key), what)

test('a guest signs in and comes back to where they wanted to go; a customer hears that they may not', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.addInitScript(rememberNotice)
  await page.goto('/admin/categories?status=active')
  await page.waitForURL((url) => url.pathname === '/')
  expect(await remembered(page, 'notice')).toMatch(saying(texts.ua.mine.signedOutText))
  const { dialog, login, code } = signInDialog(page)
  const { email, password } = await newStaff('editor')
  await login(email, password)
  await expect(secretIn(dialog)).toBeVisible()
  await code.fill(appCode((await secretIn(dialog).innerText()).replaceAll(/\s/g, '')))
  await page.waitForURL((url) => url.pathname + url.search === '/admin/categories?status=active')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  const { page: customer } = await visit({ language: 'en' })
  await signInAs(customer, await newPerson())
  await customer.addInitScript(rememberNotice)
  await customer.goto('/admin/products')
  await customer.waitForURL((url) => url.pathname === '/')
  expect(await remembered(customer, 'heading')).toContain('Access Denied')
  expect(await remembered(customer, 'notice')).toContain("You don't have permission to access the admin panel.")
})

test('an editor sees no way to delete and is refused it; an admin names what goes, and a category with products stays', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  const { id, slug, name, categoryId } = await aProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  await expect(page.getByRole('button', { name: saying('Редагувати:') })).toHaveCount(1)
  await expect(page.getByRole('button', { name: saying('Видалити:') })).toHaveCount(0)
  expect((await ask(page, 'DELETE', `products/${id}`)).status).toBe(403)
  expect((await ask(page, 'DELETE', `categories/${categoryId}`)).status).toBe(403)

  const { page: desk } = await visit({ size: desktop })
  await signInStaff(desk, 'admin')
  await desk.goto(`/admin/categories?search=${encodeURIComponent(name)}`)
  await desk.getByRole('button', { name: saying('Видалити:') }).click()
  await expect(desk.getByRole('dialog')).toContainText(saying('У категорії 1 товар'))
  await desk.keyboard.press('Escape')
  // The list says one, the shop none by now.
  const { categoryId: elsewhere } = await aProduct(page)
  await ask(page, 'PUT', `products/${id}`, {
    product: { price: '120', categoryId: elsewhere },
    translations: inAll(name),
  })
  await desk.getByRole('button', { name: saying('Видалити:') }).click()
  await expect(desk.getByRole('dialog')).toContainText(t.categories.deleteText)
  await desk.keyboard.press('Escape')

  await desk.goto(`/admin/products?search=${slug}`)
  await desk.getByRole('button', { name: saying('Видалити:') }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toContainText(`${name} ua`)
  await dialog.getByRole('button', { name: t.products.delete }).click()
  await expect(toast(desk)).toContainText(t.products.deleted)
  await expect(desk.getByText(t.products.empty)).toBeVisible()
})

test('a form says what is wrong in the reader’s language, also on a tab that is not shown, and is not lost by a slip', async ({
  visit,
}) => {
  const { page } = await visit({ language: 'en', size: phone })
  const said = texts.en.admin
  await signInStaff(page, 'editor')
  await page.goto('/admin/products')
  await page.getByRole('button', { name: said.products.add }).click()
  const dialog = page.getByRole('dialog', { name: said.products.add })
  await dialog.getByLabel(said.form.name, { exact: true }).fill('Lime')
  await dialog.getByLabel(said.form.price, { exact: true }).fill('0')
  await dialog.getByRole('button', { name: said.form.save, exact: true }).click()

  await expect(dialog.getByText(said.form.wrong.price)).toBeVisible()
  await expect(dialog.getByRole('tab', { name: /Русский/ })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByText(said.form.wrong.name)).toBeVisible()
  await expect(dialog.getByRole('tab').getByRole('img', { name: said.form.tabWrong })).toHaveCount(2)
  await expect(dialog.getByText('Not complete: RU, UA')).toBeVisible()

  await page.keyboard.press('Escape')
  const slip = page.getByRole('dialog', { name: said.form.unsaved })
  await slip.getByRole('button', { name: said.cancel }).click()
  await dialog.getByRole('tab', { name: /English/ }).click()
  await expect(dialog.getByLabel(said.form.name, { exact: true })).toHaveValue('Lime')
  await page.keyboard.press('Escape')
  await slip.getByRole('button', { name: said.form.discard }).click()
  await expect(dialog).toBeHidden()
})

test('two who change one product: nothing that was typed is lost, and neither is what the other has saved', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  const { id, slug, name } = await aProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  await page.getByRole('button', { name: saying('Редагувати:') }).click()
  const dialog = page.getByRole('dialog', { name: t.products.edit })
  await dialog.getByLabel(as(t.form.price)).fill('77')

  const theirs = inAll(name).map((text) => ({ ...text, name: `${text.name}!` }))
  await ask(page, 'PUT', `products/${id}`, { product: { price: '99', isFeatured: true }, translations: theirs })
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(dialog).toContainText(t.form.meanwhile.title)
  await expect(dialog).toContainText(t.form.meanwhile.both.replace('{fields}', t.form.price))
  await expect(dialog.getByLabel(as(t.form.price))).toHaveValue('77')
  await expect(dialog.getByLabel(t.form.name, { exact: true })).toHaveValue(`${name} en!`)
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toast(page)).toContainText(t.products.changed)

  const { body } = await ask<{ price: string; isFeatured: boolean }>(page, 'GET', `products/${id}`)
  expect(body).toMatchObject({ price: '77.00', isFeatured: true })
})

test('somebody else was faster and the network is bad: it is said, and saving again goes on from there', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  const { id, slug, name } = await aProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  await page.getByRole('button', { name: saying('Редагувати:') }).click()
  const dialog = page.getByRole('dialog', { name: t.products.edit })
  await dialog.getByLabel(as(t.form.price)).fill('77')
  await ask(page, 'PUT', `products/${id}`, { product: { price: '99' }, translations: inAll(name) })
  const ofProduct = `**/api/admin/products/${id}`
  await page.route(ofProduct, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))

  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toast(page)).toContainText(t.refused.unreachable)
  await expect(dialog.getByLabel(as(t.form.price))).toHaveValue('77')

  await page.unroute(ofProduct)
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(dialog).toContainText(t.form.meanwhile.title)
})

const noticed: [string, (page: Page) => Promise<void>][] = [
  // By key: the panel may have noticed by itself meanwhile, and then the button lies below the dialog.
  ['it is saved', (page) => page.getByLabel(as(t.form.price)).press('Enter')],
  [
    'the network comes back',
    async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByRole('status').filter({ hasText: t.offline })).toBeVisible()
      await page.context().setOffline(false)
    },
  ],
]

for (const [when, notice] of noticed) {
  test(`a session that ends while somebody types, noticed when ${when}, leads to signing in above the form`, async ({
    visit,
  }) => {
    const { page } = await visit({ size: desktop })
    const { email, password } = await signInStaff(page, 'editor')
    const { slug } = await aProduct(page)
    await page.goto(`/admin/products?search=${slug}`)
    await page.getByRole('button', { name: saying('Редагувати:') }).click()
    const form = page.getByRole('dialog', { name: t.products.edit })
    await form.getByLabel(as(t.form.price)).fill('88')
    await sql('UPDATE user_sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
      email,
    ])
    await notice(page)

    await expect(toast(page)).toContainText(texts.ua.mine.signedOutText)
    const { dialog, login, code } = signInDialog(page)
    await login(email, password)
    await expect(secretIn(dialog)).toBeVisible()
    await code.fill(appCode((await secretIn(dialog).innerText()).replaceAll(/\s/g, '')))
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(form.getByLabel(as(t.form.price))).toHaveValue('88')
    await form.getByRole('button', { name: t.form.save, exact: true }).click()
    await expect(toast(page)).toContainText(t.products.changed)
  })
}

test('a shelf of more than a hundred products is put in order as a whole', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  const { categoryId } = await aProduct(page)
  await sql(
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

  await page.getByRole('button', { name: as(t.order.up.replace('{name}', 'shelf-105')) }).click()
  await page.getByRole('button', { name: t.order.save }).click()

  await expect(toast(page)).toContainText(t.order.saved)
  const last = await sql<{ slug: string }>(
    'SELECT slug FROM products WHERE category_id = $1 ORDER BY sort_order DESC LIMIT 3',
    [categoryId],
  )
  expect(last.map(({ slug }) => slug)).toEqual(['shelf-104', 'shelf-105', 'shelf-103'])
})

test('with forced colours the edge of a switch tells whether it is on', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  await page.goto('/admin/products')
  await page.getByRole('button', { name: t.products.add }).click()
  await page.emulateMedia({ forcedColors: 'active' })
  const one = page.getByRole('dialog', { name: t.products.add }).getByRole('switch').first()

  await one.uncheck()
  await expect(one).toHaveCSS('border-top-width', '1px')
  await one.check()
  await expect(one).toHaveCSS('border-top-width', '3px')
})

test('the order of the shop is changed by dragging, by keys and by buttons, and saved at once', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  const first = await aProduct(page)
  const { categoryId } = first
  const all = [first, await aProduct(page, { categoryId }), await aProduct(page, { categoryId })]
  await page.goto(`/admin/products?category=${categoryId}`)
  await page.getByRole('button', { name: t.products.reorder }).click()
  const rows = page.getByRole('region', { name: t.order.title }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const [top = '', middle = '', bottom = ''] = await rows.locator('b').allTextContents()
  expect([top, middle, bottom].sort()).toEqual(all.map(({ name }) => `${name} ua`).sort())

  await page.getByRole('button', { name: as(t.order.down.replace('{name}', top)) }).click()
  await expect(rows.locator('b')).toHaveText([middle, top, bottom])
  const handle = page.getByRole('button', { name: as(t.order.grab.replace('{name}', bottom)) })
  await handle.press('ArrowUp')
  await expect(rows.locator('b')).toHaveText([middle, bottom, top])
  await expect(handle).toBeFocused()

  const box = await page.getByRole('button', { name: as(t.order.grab.replace('{name}', top)) }).boundingBox()
  const target = await rows.first().boundingBox()
  if (!box || !target) throw new Error('nothing to drag')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + 10, { steps: 8 })
  await page.mouse.up()
  await expect(rows.locator('b')).toHaveText([top, middle, bottom])
  await handle.press('ArrowUp')
  await page.getByRole('button', { name: t.order.save }).click()
  await expect(toast(page)).toContainText(t.order.saved)

  const { body } = await ask<{ products: { translations: { name: string }[] }[] }>(
    page,
    'GET',
    `products?categoryId=${categoryId}&lang=ua`,
  )
  expect(body.products.map(({ translations }) => translations[0]?.name)).toEqual([top, bottom, middle])
})

test('a table goes out, and what comes back is shown before it is done', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  const { slug } = await aProduct(page)
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
  const send = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer()
    files.items.add(Object.assign(new File([], 'a.csv'), { arrayBuffer: () => Promise.reject(new Error('gone')) }))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(dialog.getByRole('alert')).toContainText(t.csv.unreadable)
  await send(`slug;price\n${slug};0\n`)
  await expect(dialog).toContainText(t.csv.problem.invalid)
  await expect(dialog.getByRole('button', { name: t.csv.apply })).toBeDisabled()
  await send(`slug;price\n${slug};141,00\n`)
  await expect(dialog.getByRole('listitem')).toContainText('141,00')
  // A network that is away is no reason to look anew: what was shown still holds.
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/products/import'))))
  await page.route('**/api/admin/products/import', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: t.csv.apply }).click()
  await expect(toast(page)).toContainText(t.refused.unreachable)
  await dialog.getByRole('button', { name: t.csv.apply }).click()
  await expect(toast(page)).toContainText(t.csv.applied)
  await expect(page.getByRole('row', { name: saying(slug) })).toContainText(saying('141,00'))
  expect(sent).toBe(2)
})

for (const [place, { language, theme, size }] of looks.entries()) {
  test(
    `the panel in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out`,
    eachTime(place === 1),
    async ({ visit }) => {
      const { page, complaints } = await visit({ language, theme, size })
      const said = texts[language].admin
      await signInStaff(page, 'admin')
      const look = async (name: string) => {
        await settled(page)
        await expectAccessible(page, name)
        await expectToFit(page, name)
        const folder = process.env['SCREENSHOTS']
        if (folder) await page.screenshot({ path: `${folder}/${name}-${theme}-${size.width}-${language}.png` })
      }
      await page.goto('/admin')
      await expect(page.locator('tbody img').first()).toBeVisible()
      await look('products')
      await expectCalm(page, 'products')
      // One that has a picture.
      await page.goto('/admin/products?search=lemon-chips')
      await page
        .getByRole('button', { name: saying(said.edit.replace('{name}', '')) })
        .first()
        .click()
      await expect(page.getByLabel(said.form.name, { exact: true })).toBeVisible()
      await look('product')
      await page.getByRole('button', { name: said.form.replace, exact: true }).click()
      await expect(page.getByRole('dialog', { name: said.upload.title })).toBeVisible()
      await look('upload')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.goto('/admin/products')
      await page.getByRole('button', { name: said.products.reorder }).click()
      await look('order')
      await page.goto('/admin/categories')
      await expect(page.locator('tbody img').first()).toBeVisible()
      await look('categories')
      await expectCalm(page, 'categories')
      expect(complaints).toEqual([])
    },
  )
}
