import { hostileMarkdown } from '../../api/test/hostile-markdown.ts'
import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { toasts, topBar } from './harness/locators.ts'
import { createLargePhoto } from './large-photo.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import {
  containingText,
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  expectStable,
  messagesByLanguage,
  phone,
  waitForOfflineReady,
} from './fixtures.ts'

const t = messagesByLanguage.ua.admin
const { fields } = t.shop
const PHONE = '+380 50 111 22 33'

// Other specs of this shop expect the built-in name.
test.afterEach(async () => {
  await runSql('DELETE FROM shop_settings')
  await runSql('DELETE FROM info_page_versions')
})

test('an admin renames the shop and its phone number: page, title, manifest and contacts show them, later a phone that was offline too', async ({
  visit,
}) => {
  const { page: shopper } = await visit({ worker: true })
  await shopper.goto('/')
  await waitForOfflineReady(shopper)
  await shopper.context().setOffline(true)
  const { page, pageErrors } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'admin')
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: containingText(t.sections.shop) }).click()
  await page.getByRole('button', { name: t.shop.edit }).click()
  const dialog = page.getByRole('dialog', { name: t.shop.edit })

  await dialog.getByLabel(containingText(`${fields.name}, UA`)).fill('Корж')
  await dialog.getByLabel(containingText(fields.phone)).fill('call us')
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(dialog.getByText(t.shop.wrong.phone)).toBeVisible()
  await dialog.getByLabel(containingText(fields.phone)).fill(PHONE)
  const preview = dialog.getByRole('region', { name: t.shop.preview })
  await expect(preview).toContainText('Корж')
  await expect(preview).toContainText(PHONE)
  await expectAccessible(page, 'the form of the shop settings')
  await expectNoOverflow(page, 'the form of the shop settings')
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.shop.changed)
  await expectAccessible(page, 'the shop settings')

  await page.goto('/contacts')
  await expect(page).toHaveTitle(containingText('· Корж'))
  await expect(page.getByRole('main').getByRole('link', { name: PHONE })).toHaveAttribute('href', 'tel:+380501112233')
  await page.goto('/')
  await expect(page).toHaveTitle(/^Корж — /)
  await expect(topBar(page).getByRole('link', { name: 'Корж' })).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain('<title>Корж — ')
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { short_name: string }
  expect(manifest.short_name).toBe('Корж')
  await expectNoOverflow(page, 'the home page of a shop with another name')
  expect(pageErrors).toEqual([])

  await expect(shopper).toHaveTitle(/^Цедра/)
  await shopper.evaluate(() => localStorage.setItem('tsedra.snapshot.ua', '1'))
  await shopper.context().setOffline(false)
  await expect(shopper).toHaveTitle(/^Корж — /)
  await shopper.context().setOffline(true)
  await shopper.goto('/contacts')
  await expect(shopper).toHaveTitle(containingText('· Корж'))
  await expect(shopper.getByRole('main').getByRole('link', { name: PHONE })).toBeVisible()
})

test('an admin uploads a logo from a phone photo above 5 MB and chooses a hero picture: customers see both, offline too, until they are removed', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'admin')
  await page.goto('/admin/shop')
  const dialog = page.getByRole('dialog', { name: t.shop.edit })
  const logo = dialog.getByRole('group', { name: fields.logo })
  const hero = dialog.getByRole('group', { name: fields.heroPicture })
  const save = async () => {
    await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: t.shop.edit }).click()

  await logo.getByRole('button', { name: t.form.upload, exact: true }).click()
  const upload = page.getByRole('dialog', { name: t.upload.title })
  await upload.locator('input[type=file]').setInputFiles(await createLargePhoto(page))
  await expect(upload).toBeHidden()
  await hero.getByRole('combobox').fill('лимон')
  await expect(hero.getByRole('option').first()).toBeVisible()
  await hero.getByRole('combobox').press('Enter')
  await expect(hero.getByRole('button', { name: t.shop.remove.heroPicture })).toBeVisible()
  await expect(dialog.getByRole('region', { name: t.shop.preview }).getByRole('img')).toHaveCount(2)
  await expectAccessible(page, 'the pictures of the shop settings')
  await save()

  const logoIn = (shopPage: Page) => topBar(shopPage).getByRole('img', { name: 'Цедра' })
  const { page: shopper } = await visit({ worker: true, theme: 'dark' })
  await shopper.goto('/')
  await waitForOfflineReady(shopper)
  // The photo is upright.
  await expect(logoIn(shopper)).toHaveAttribute('src', /^\/media\/[0-9a-f]+-300x600\.webp$/)
  const heroPicture = shopper.getByRole('main').getByRole('img', { name: containingText('Цедра — ') })
  await expect(heroPicture).toHaveAttribute('src', /^\/media\/[0-9a-f]+-\d+x\d+c\.webp$/)
  await expectStable(shopper, 'the home page with the owner’s pictures')
  await shopper.context().setOffline(true)
  await shopper.reload()
  for (const picture of [logoIn(shopper), heroPicture])
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.getByRole('button', { name: t.shop.edit }).click()
  await logo.getByRole('button', { name: t.shop.remove.logo }).click()
  await expect(logo.getByRole('button', { name: t.form.upload, exact: true })).toBeFocused()
  await hero.getByRole('button', { name: t.shop.remove.heroPicture }).click()
  await save()
  await page.goto('/')
  // At the latest once the catalogue is synced.
  await expect.poll(() => logoIn(page).evaluate((element) => element.tagName)).toBe('svg')
  expect(pageErrors).toEqual([])
})

test('two admins change the settings at once: the second gets an edit conflict and keeps the input; closing needs confirmation', async ({
  visit,
}) => {
  const { page } = await visit({ size: phone })
  await signInAsNewStaff(page, 'admin')
  await page.goto('/admin/shop')
  await page.getByRole('button', { name: t.shop.edit }).click()
  const dialog = page.getByRole('dialog', { name: t.shop.edit })
  const name = dialog.getByLabel(containingText(`${fields.name}, UA`))
  await name.fill('Моя назва')

  await runSql(`INSERT INTO shop_settings (schema, settings) VALUES (1, $1)`, [
    JSON.stringify({ texts: { name: { ua: 'Інша назва', ru: '', en: '' } }, phone: PHONE }),
  ])
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()

  await expect(dialog.getByRole('alert')).toContainText(t.form.meanwhile.title)
  await expect(dialog.getByRole('alert')).toContainText(fields.name)
  await expect(name).toHaveValue('Моя назва')
  await expect(dialog.getByLabel(containingText(fields.phone))).toHaveValue(PHONE)
  await dialog.getByRole('button', { name: t.form.cancel }).click()
  await expect(page.getByRole('dialog', { name: t.form.unsaved })).toBeVisible()
  await page
    .getByRole('dialog', { name: t.form.unsaved })
    .getByRole('button', { name: exactText(t.form.cancel) })
    .click()
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.shop.changed)
})

test('an admin writes a page and restores it; hostile text is shown as text, on a phone without network too', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'admin')
  const title = t.pages.edit.replace('{name}', t.pages.names.shipping)
  const dialog = page.getByRole('dialog', { name: title })
  // The server refuses control characters.
  const typedTexts = hostileMarkdown.filter((text) => !text.includes('\u0001'))
  const writeText = async (text: string) => {
    await page.goto('/admin/shop')
    await page.getByRole('button', { name: title }).click()
    await dialog.getByRole('tab', { name: 'Українська' }).click()
    await dialog.getByLabel(containingText(`${t.pages.text}, UA`)).fill(text)
  }
  await writeText(`## Самовивіз\n\n- [Як нас знайти](/contacts)\n\n${typedTexts.join('\n\n')}`)
  await expect(dialog.getByRole('region', { name: t.pages.preview }).getByRole('heading').first()).toHaveText(
    'Самовивіз',
  )
  await expectAccessible(page, 'the form of an info page')
  await expectNoOverflow(page, 'the form of an info page')
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.pages.changed)

  const { page: shopper } = await visit({ worker: true })
  await shopper.goto('/shipping')
  const article = shopper.getByRole('article')
  const expectSafePage = async () => {
    await expect(article.getByRole('heading', { name: 'Самовивіз' })).toBeVisible()
    expect(await article.locator('script, img, iframe, form, style, svg, details').count()).toBe(0)
    expect(
      await article.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['/contacts'])
    expect(await shopper.evaluate(() => 'attacked' in window)).toBe(false)
  }
  await expectSafePage()
  await expectAccessible(shopper, 'an info page')
  await expectNoOverflow(shopper, 'an info page')
  await waitForOfflineReady(shopper)
  await shopper.context().setOffline(true)
  await shopper.goto('/shipping')
  await expectSafePage()

  await writeText('Друга версія')
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.pages.changed)
  await writeText('Третя версія')
  await dialog.getByRole('button', { name: new RegExp(t.pages.restore.split('{')[0] ?? '') }).click()
  await expect(dialog.getByLabel(containingText(`${t.pages.text}, UA`))).toHaveValue(/^## Самовивіз/)
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.pages.changed)
  await page.goto('/shipping')
  await expect(page.getByRole('heading', { name: 'Самовивіз' })).toBeVisible()
})

test('an editor has no settings of the shop', async ({ visit }) => {
  const { page } = await visit()
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/settings')

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: containingText(t.sections.shop) })).toBeHidden()
})
