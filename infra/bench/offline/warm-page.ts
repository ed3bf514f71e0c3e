import type { Page } from '@playwright/test'
import { timeUntilShown } from '../../../pwa/e2e/harness/time-until-shown.ts'
import { productLinks } from '../../../pwa/e2e/harness/locators.ts'
import { fillIn, submit, tapOrder } from '../../../pwa/e2e/harness/order-form.ts'
import type { SlowPhone } from './slow-phone.ts'

export interface Slowed extends Pick<SlowPhone, 'scale'> {
  page: Page
}

/** Milliseconds from a tap on a card in a category until its product is there, each with another card. */
export async function openProducts({ page, scale }: Slowed, category: string, times: number): Promise<number[]> {
  await page.goto(category)
  const cards = productLinks(page)
  const tookMs: number[] = []
  while (tookMs.length < times) {
    const card = cards.nth(tookMs.length)
    await card.waitFor()
    const shown = { event: 'click', path: '/product/', selector: 'main article h1' }
    const now = await scale()
    const [took] = await Promise.all([page.evaluate(timeUntilShown, shown), card.click()])
    tookMs.push(now * took)
    await page.goBack()
  }
  return tookMs
}

/** Of orders without a network. */
export interface SavedOrders {
  /** Milliseconds from each form's submit until its request was kept on the phone and read back: then the form moves on. */
  kept: number[]
  /** The same until the page says so. */
  told: number[]
}

/** At least so long somebody fills in a form; by then the request before has been tried. */
const TYPING_MS = 3_000

export async function saveOrders({ page, scale }: Slowed, product: string, times: number): Promise<SavedOrders> {
  await page.goto(product)
  if (await page.evaluate(() => navigator.onLine)) throw new Error('the page takes itself to be online')
  const saved: SavedOrders = { kept: [], told: [] }
  while (saved.told.length < times) {
    await tapOrder(page)
    await Promise.all([fillIn(page), page.waitForTimeout(TYPING_MS)])
    const shown = { event: 'submit', path: '/order/', selector: 'main > section > h1' }
    const now = await scale()
    const [kept, told] = await Promise.all([
      page.evaluate(timeUntilMoved, shown.event),
      page.evaluate(timeUntilShown, shown),
      submit(page),
    ])
    saved.kept.push(now * kept)
    saved.told.push(now * told)
    await page.goBack()
  }
  return saved
}

/** Milliseconds from the next such event until the page has another address; runs in the page, on its own. */
function timeUntilMoved(event: string): Promise<number> {
  return new Promise((done) => {
    document.addEventListener(
      event,
      () => {
        const since = performance.now()
        navigation.addEventListener('currententrychange', () => done(performance.now() - since), { once: true })
      },
      { capture: true, once: true },
    )
  })
}
