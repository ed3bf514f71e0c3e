import { randomUUID } from 'node:crypto'
import { productTotal, toasts } from './harness/locators.ts'
import { callAdminApi, createAdminProduct, fillNames, translateName, uploadPhoto } from './admin.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import {
  thoroughUnless,
  exactText,
  desktop,
  expect,
  expectAccessible,
  expectStable,
  expectNoOverflow,
  appearances,
  waitForOfflineReady,
  containingText,
  waitForNetworkIdle,
  messagesByLanguage,
} from './fixtures.ts'

const t = messagesByLanguage.ua.admin

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
  await uploadPhoto(page, product)
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

test('an editor duplicates a product, copies its Ukrainian name by keyboard, and raises the prices of both at once', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const { id, name } = await createAdminProduct(page)
  await page.goto(`/admin/products?search=${name}`)
  await page.getByRole('button', { name: t.duplicate.replace('{name}', `${name} ua`) }).click()
  const form = page.getByRole('dialog', { name: t.products.duplicate })
  await expect(form.getByRole('switch', { name: t.form.isActive })).not.toBeChecked()
  const englishName = form.getByLabel(t.form.name, { exact: true })
  await expect(englishName).toHaveValue(`${name} en`)
  await englishName.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: t.form.copy.title }).getByRole('button', { name: t.form.copy.confirm }).click()
  await expect(englishName).toHaveValue(`${name} ua`)
  await expect(englishName).toBeFocused()
  await form.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.products.created)
  const rows = page.getByRole('row', { name: containingText(`${name} ua`) })
  await expect(rows).toHaveCount(2)

  await page.getByRole('checkbox', { name: t.products.chooseAll }).check()
  await page.getByRole('button', { name: t.products.prices.open }).click()
  const prices = page.getByRole('dialog', { name: t.products.prices.title })
  await prices.getByLabel(t.products.prices.percent).fill('7,5')
  await expect(prices.getByRole('listitem')).toHaveText([/120,00.*129,00/, /120,00.*129,00/])
  await expectAccessible(page, 'new prices')
  await expectNoOverflow(page, 'new prices')
  await callAdminApi(page, 'PUT', `products/${id}`, { product: { price: '100' }, translations: translateName(name) })
  await prices.getByRole('button', { name: t.products.prices.save }).click()
  await expect(prices.getByRole('alert')).toContainText(t.products.prices.conflict)
  await expect(prices.getByRole('listitem').filter({ hasText: '107,50' })).toHaveCount(1)
  await prices.getByRole('button', { name: t.products.prices.save }).click()
  await expect(prices).toBeHidden()
  await expect(rows.filter({ hasText: '107,50' })).toHaveCount(1)
  await expect(rows.filter({ hasText: '129,00' })).toHaveCount(1)
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

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `the admin area in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out`,
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
