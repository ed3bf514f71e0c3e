import { randomUUID } from 'node:crypto'
import { runSql } from './database.ts'
import { toasts } from './harness/locators.ts'
import { createAdminProduct } from './admin.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import {
  exactText,
  desktop,
  expect,
  expectAccessible,
  expectNoOverflow,
  phone,
  containingText,
  messagesByLanguage,
} from './fixtures.ts'

const t = messagesByLanguage.ua.admin

test('an editor types a drink that does not exist: a hidden draft, which customers see once it is shown in the shop', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const { slug, name } = await createAdminProduct(page)
  await page.goto(`/admin/products?search=${slug}`)
  await page.getByRole('button', { name: exactText(t.edit.replace('{name}', `${name} ua`)) }).click()
  const dialog = page.getByRole('dialog', { name: t.products.edit })
  const combobox = dialog.getByRole('combobox', { name: t.form.drinksField.input })

  await combobox.fill('нег')
  await combobox.press('ArrowDown')
  await expect(dialog.getByRole('option', { name: 'Негроні' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'the list of drinks')
  await combobox.press('Enter')
  await combobox.fill(`Sour ${name}`)
  await dialog.getByRole('option', { name: t.form.drinksField.create.replace('{name}', `Sour ${name}`) }).click()
  const chips = dialog.getByRole('list', { name: t.form.drinksField.list }).getByRole('listitem')
  await expect(chips).toHaveText(['Негроні', `Sour ${name} · ${t.form.drinksField.draft}`])
  await expect(dialog.getByText(containingText(t.form.drinksField.draftHint))).toBeVisible()
  await dialog
    .getByRole('button', { name: exactText(t.form.drinksField.earlier.replace('{name}', `Sour ${name}`)) })
    .press('Enter')
  await dialog.getByLabel(containingText(t.form.slicesPer50g)).fill('27')
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.products.changed)
  const readProduct = () =>
    page.evaluate(async (path) => (await fetch(path)).json() as Promise<unknown>, `/api/products/${slug}`)
  expect(await readProduct()).toMatchObject({ drinks: ['negroni'], slicesPer50g: 27 })

  await page.getByRole('link', { name: t.sections.drinks }).click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('searchbox').press('Enter')
  const row = page.getByRole('row', { name: containingText(`Sour ${name}`) })
  await expect(row).toContainText('1')
  await expect(row).toContainText(t.drinks.inactive)
  await expectAccessible(page, 'the drinks')
  await row.getByRole('button', { name: exactText(t.edit.replace('{name}', `Sour ${name}`)) }).click()
  const drinkDialog = page.getByRole('dialog', { name: t.drinks.edit })
  await drinkDialog.getByLabel(t.form.isActive).check()
  await drinkDialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.drinks.changed)
  expect(await readProduct()).toMatchObject({ drinks: [`sour-${name.toLowerCase().replace(' ', '-')}`, 'negroni'] })
  expect(pageErrors).toEqual([])
})

test('an editor adds synonyms; a word of another group is refused at its field', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const word = `zest${randomUUID().slice(0, 8)}`
  await page.goto('/admin/search')
  await page.getByRole('button', { name: t.search.add }).click()
  const dialog = page.getByRole('dialog', { name: t.search.add })
  const words = dialog.getByLabel(t.search.words)
  await words.fill(word)
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(dialog.getByText(t.search.invalidWords)).toBeVisible()
  await words.fill(`${word}\nКАРКАДЕ`)
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(dialog.getByText(containingText('Слово «каркаде» уже є в іншій групі'))).toBeVisible()
  await expectAccessible(page, 'the form of synonyms')
  await words.fill(`${word}\n${word}x`)
  await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.search.created)
  await expect(page.getByRole('row', { name: containingText(`${word}, ${word}x`) })).toBeVisible()
  await expectAccessible(page, 'the synonyms')
})

test('the form of synonyms shows what a query finds now and after', async ({ visit }) => {
  const { page, pageErrors } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/search')
  await page.getByRole('button', { name: t.search.add }).click()
  const dialog = page.getByRole('dialog', { name: t.search.add })
  const preview = dialog.getByRole('region', { name: t.search.preview.title })
  await dialog.getByLabel(t.search.words).fill('зебра\nлимонні чипси')

  await expect(preview.getByLabel(t.search.preview.query)).toHaveValue('зебра')
  await expect(preview.getByRole('status')).toHaveText(
    new RegExp(`${t.search.preview.now} 0\\s*${t.search.preview.nothing}.*Лимонні чипси ${t.search.preview.new}`),
  )
  await preview.getByLabel(t.search.preview.query).fill('апельсинові')
  await expect(preview.getByRole('insertion')).toHaveCount(0)
  await expect(preview.getByRole('listitem').first()).toContainText('Апельсинові чипси')
  await expectAccessible(page, 'the preview of synonyms')
  await page.setViewportSize(phone)
  await expectNoOverflow(page, 'the preview of synonyms')
  expect(pageErrors).toEqual([])
})

test('a query without results becomes a synonym with one tap', async ({ visit }) => {
  const query = `зебра${randomUUID().slice(0, 8)}`
  await runSql('INSERT INTO search_counts (day, query, is_empty, count) VALUES (current_date, $1, true, 900)', [query])
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/search')
  await expect(page.getByRole('region', { name: t.search.counts.empty })).toContainText(query)
  await expectAccessible(page, 'the search section')
  await page.setViewportSize(phone)
  await expectNoOverflow(page, 'the search section')

  await page.getByRole('button', { name: exactText(t.search.counts.makeSynonymOf.replace('{query}', query)) }).click()
  await expect(page.getByRole('dialog', { name: t.search.add }).getByLabel(t.search.words)).toHaveValue(query)
})
