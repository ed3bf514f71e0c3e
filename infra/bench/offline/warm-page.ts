import type { Page } from '@playwright/test'
import { timeUntilShown } from '../../../pwa/e2e/harness/time-until-shown.ts'
import { fillIn, submit, tapOrder } from '../../../pwa/e2e/harness/order-form.ts'
import type { SlowPhone } from './slow-phone.ts'

export interface Slowed extends Pick<SlowPhone, 'scale'> {
  page: Page
}

/** Milliseconds from a tap on a card in a category until its product is there, each with another card. */
export async function openProducts({ page, scale }: Slowed, category: string, times: number): Promise<number[]> {
  await page.goto(category)
  const cards = page.locator('main .card__name a')
  const tookMs: number[] = []
  while (tookMs.length < times) {
    const card = cards.nth(tookMs.length)
    await card.waitFor()
    const shown = { event: 'click', path: '/product/', selector: '.prod h1' }
    const now = await scale()
    const [took] = await Promise.all([page.evaluate(timeUntilShown, shown), card.click()])
    tookMs.push(now * took)
    await page.goBack()
  }
  return tookMs
}

/** Milliseconds from the form's submit until the page says that the order is saved. */
export async function saveOrders({ page, scale }: Slowed, product: string, times: number): Promise<number[]> {
  await page.goto(product)
  const tookMs: number[] = []
  while (tookMs.length < times) {
    await tapOrder(page)
    await fillIn(page)
    const saved = { event: 'submit', path: '/order/', selector: '.told' }
    const now = await scale()
    const [took] = await Promise.all([page.evaluate(timeUntilShown, saved), submit(page)])
    tookMs.push(now * took)
    await page.goBack()
  }
  return tookMs
}
