import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { orderButton } from './locators.ts'

/** Returns an unused phone number: orders per phone are rate-limited. */
export const createPhoneNumber = (): string => `+38067${String(randomInt(10_000_000)).padStart(7, '0')}`

/** On a product's page: taps the button that orders, and waits for the form. */
export async function openOrderForm(page: Page): Promise<void> {
  await orderButton(page).click()
  await page.getByRole('dialog').locator('input[type="tel"]').waitFor()
}

/** Fills in the form that is open. */
export async function fillOrderForm(
  page: Page,
  { name = 'Олена Барвінок', phone = createPhoneNumber() } = {},
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[autocomplete="name"]').fill(name)
  await dialog.locator('input[type="tel"]').fill(phone)
}

export const submitOrderForm = (page: Page): Promise<void> =>
  page.getByRole('dialog').locator('button[type="submit"]').click()

/** Sends the form and returns the id of its order once the page shows the outcome. */
export async function submitOrder(page: Page): Promise<string> {
  await submitOrderForm(page)
  await page.waitForURL('**/order/**')
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  return page.url().split('/').at(-1) ?? ''
}
