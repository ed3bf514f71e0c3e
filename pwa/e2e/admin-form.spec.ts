import type { Page } from '@playwright/test'
import { toasts, topBar } from './harness/locators.ts'
import { callAdminApi, createAdminProduct, translateName } from './admin.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { exactText, desktop, expect, expectAccessible, phone, containingText, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua.admin

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
  await expect(dialog.getByText(messages.form.incomplete.replace('{languages}', 'RU, UA'))).toBeVisible()

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

test('input of a closed tab is offered, restored onto a newer version with its conflict, and deleted at sign-out', async ({
  visit,
}) => {
  const { page: closedPage } = await visit({ size: desktop })
  await signInAsNewStaff(closedPage, 'editor')
  const { id, slug, name } = await createAdminProduct(closedPage)
  const context = closedPage.context()
  const readDrafts = (page: Page) => page.evaluate(() => localStorage.getItem('tsedra.formDrafts'))
  const openForm = async (page: Page) => {
    await page.goto(`/admin/products?search=${slug}`)
    await page.getByRole('button', { name: containingText('Редагувати:') }).click()
    return page.getByRole('dialog', { name: t.products.edit })
  }
  const typePrice = async (page: Page, price: string) => {
    await page.getByRole('dialog', { name: t.products.edit }).getByLabel(exactText(t.form.price)).fill(price)
    await expect.poll(() => readDrafts(page)).toContain(`"${price}"`)
  }
  await openForm(closedPage)
  await typePrice(closedPage, '77')
  await closedPage.close()

  const page = await context.newPage()
  await page.goto('/contacts')
  await callAdminApi(page, 'PUT', `products/${id}`, {
    product: { price: '99', isFeatured: true },
    translations: translateName(name),
  })
  const dialog = await openForm(page)
  const offer = dialog.getByRole('alert')
  await expect(offer).toContainText(t.form.draft.outdated)
  await expect(dialog.getByLabel(exactText(t.form.price))).toBeDisabled()
  await expectAccessible(page, 'a form that offers a draft')
  await offer.getByRole('button', { name: t.form.draft.restore }).click()
  await expect(dialog.getByLabel(exactText(t.form.price))).toHaveValue('77')
  await expect(dialog).toContainText(t.form.meanwhile.both.replace('{fields}', t.form.price))
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.products.changed)
  const { body } = await callAdminApi<{ price: string; isFeatured: boolean }>(page, 'GET', `products/${id}`)
  expect(body).toMatchObject({ price: '77.00', isFeatured: true })
  expect(await readDrafts(page)).toBeNull()

  await openForm(page)
  await typePrice(page, '78')
  const shopPage = await context.newPage()
  await shopPage.goto('/')
  await topBar(shopPage).getByRole('button', { name: messagesByLanguage.ua.nav.profile }).click()
  await shopPage.getByRole('menuitem', { name: messagesByLanguage.ua.userMenu.signOut }).click()
  await expect.poll(() => readDrafts(shopPage)).toBeNull()
})
