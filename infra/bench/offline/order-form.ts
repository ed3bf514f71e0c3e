import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'

/** On a product's page: the form, filled in. */
export async function openForm(page: Page): Promise<void> {
  await page.locator('.buybar .btn--primary').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[autocomplete="name"]').fill('Олена Барвінок')
  await dialog.locator('input[type="tel"]').fill(`+38067${String(randomInt(1e7)).padStart(7, '0')}`)
}

export const submit = (page: Page): Promise<void> => page.getByRole('dialog').locator('button[type="submit"]').click()

/** Sends the form and answers the id of its order, once the page says that it is saved. */
export async function submitted(page: Page): Promise<string> {
  await submit(page)
  await page.waitForURL('**/order/**')
  await page.locator('.told').waitFor()
  return page.url().split('/').at(-1) ?? ''
}
