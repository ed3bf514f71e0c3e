import type { Page } from '@playwright/test'
import { timeUntilShown } from '../../../pwa/e2e/harness/time-until-shown.ts'
import { openForm, submit } from './order-form.ts'

/** Milliseconds from a tap on a card in a category until its product is there, each with another card. */
export async function openProducts(page: Page, category: string, times: number): Promise<number[]> {
  await page.goto(category)
  const cards = page.locator('main .card__name a')
  const tookMs: number[] = []
  while (tookMs.length < times) {
    const card = cards.nth(tookMs.length)
    await card.waitFor()
    const shown = { event: 'click', path: '/product/', selector: '.prod h1' }
    const [took] = await Promise.all([page.evaluate(timeUntilShown, shown), card.click()])
    tookMs.push(took)
    await page.goBack()
  }
  return tookMs
}

/** Milliseconds from the form's submit until the page says that the order is saved. */
export async function saveOrders(page: Page, product: string, times: number): Promise<number[]> {
  await page.goto(product)
  const tookMs: number[] = []
  while (tookMs.length < times) {
    await openForm(page)
    const saved = { event: 'submit', path: '/order/', selector: '.told' }
    const [took] = await Promise.all([page.evaluate(timeUntilShown, saved), submit(page)])
    tookMs.push(took)
    await page.goBack()
  }
  return tookMs
}
