import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, type Language, containingText, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua.admin
const photoPath = new URL('../src/shared/art/orange.webp', import.meta.url).pathname

/** Sends an API request in the session of this page. */
export function callAdminApi<T>(
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

interface AdminProduct {
  id: string
  slug: string
  name: string
}

export const translateName = (name: string) =>
  ['ua', 'ru', 'en'].map((language) => ({ language, name: `${name} ${language}` }))

/** A product, and a category of its own, of this test alone. */
export async function createAdminProduct(
  page: Page,
  { price = '120', categoryId = '' } = {},
): Promise<AdminProduct & { categoryId: string }> {
  const name = `Zest ${randomUUID().slice(0, 8)}`
  const category =
    categoryId ||
    (
      await callAdminApi<{ id: string }>(page, 'POST', 'categories', {
        category: { isActive: true },
        translations: translateName(name),
      })
    ).body.id
  const created = await callAdminApi<AdminProduct>(page, 'POST', 'products', {
    product: { price, categoryId: category, isActive: true },
    translations: translateName(name),
  })
  expect(created.status).toBe(201)
  return { ...created.body, name, categoryId: category }
}

/** Fills the name in every language. */
export async function fillNames(dialog: Locator, names: Record<Language, string>): Promise<void> {
  for (const [tab, language] of [
    ['English', 'en'],
    ['Русский', 'ru'],
    ['Українська', 'ua'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    await dialog.getByLabel(t.form.name, { exact: true }).fill(names[language])
  }
}

export async function uploadPhoto(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: t.form.upload, exact: true }).click()
  await page.getByRole('dialog', { name: t.upload.title }).locator('input[type=file]').setInputFiles(photoPath)
  await expect(page.getByRole('dialog', { name: t.upload.title })).toBeHidden()
  await expect(dialog.getByLabel(containingText(t.form.imageUrl))).toHaveValue(/^\/incoming\//)
}
