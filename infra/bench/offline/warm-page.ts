import type { Page } from '@playwright/test'
import { measureTransition } from '../../../pwa/e2e/harness/measure-transition.ts'
import { productLinks, searchField } from '../../../pwa/e2e/harness/locators.ts'
import { fillOrderForm, submitOrderForm, openOrderForm } from '../../../pwa/e2e/harness/order-form.ts'
import type { CpuThrottling } from './throttle-cpu.ts'

export interface ThrottledPage extends Pick<CpuThrottling, 'scale'> {
  page: Page
}

/** Milliseconds from a tap on a card in a category until its product is there, each with another card. */
export async function measureProductOpening(
  { page, scale }: ThrottledPage,
  category: string,
  times: number,
): Promise<number[]> {
  await page.goto(category)
  const cards = productLinks(page)
  const tookMs: number[] = []
  while (tookMs.length < times) {
    const card = cards.nth(tookMs.length)
    await card.waitFor()
    const transition = { event: 'click', path: '/product/', selector: 'main article h1' }
    const timeScale = await scale()
    const [durationMs] = await Promise.all([page.evaluate(measureTransition, transition), card.click()])
    tookMs.push(timeScale * durationMs)
    await page.goBack()
  }
  return tookMs
}

/**
 * Milliseconds from each typed character, from the second on, until its suggestions are in the page.
 *
 * @param words each beginning of two characters or more must find something
 */
export async function measureSuggestions({ page, scale }: ThrottledPage, words: readonly string[]): Promise<number[]> {
  await page.goto('/')
  const field = searchField(page)
  const tookMs: number[] = []
  for (const word of words) {
    await field.fill(word.slice(0, 1))
    for (let length = 2; length <= word.length; length += 1) {
      const timeScale = await scale()
      const [durationMs] = await Promise.all([
        page.evaluate(measureUntilSuggested, word.slice(0, length)),
        field.pressSequentially(word.charAt(length - 1)),
      ])
      tookMs.push(timeScale * durationMs)
    }
  }
  return tookMs
}

/** Milliseconds from the next input until the list has the option that searches for this text; runs in the page, on its own. */
function measureUntilSuggested(query: string): Promise<number> {
  return new Promise((resolve) => {
    let startedAt = 0
    document.addEventListener('input', () => (startedAt = performance.now()), { capture: true, once: true })
    const observer = new MutationObserver(() => {
      if (!startedAt || !document.querySelector(`[role="option"][href$="search=${encodeURIComponent(query)}"]`)) return
      observer.disconnect()
      resolve(performance.now() - startedAt)
    })
    observer.observe(document.body, { attributes: true, childList: true, subtree: true })
  })
}

/** Of orders without a network. */
export interface SavedOrderTimes {
  /** Milliseconds from each form's submit until its request was kept on the phone and read back: then the form moves on. */
  storedMs: number[]
  /** The same until the page shows the confirmation. */
  confirmedMs: number[]
}

/** Minimum time for filling in a form; the previous request has been tried by then. */
const TYPING_MS = 3_000

export async function measureOrderSaving(
  { page, scale }: ThrottledPage,
  product: string,
  times: number,
): Promise<SavedOrderTimes> {
  await page.goto(product)
  if (await page.evaluate(() => navigator.onLine)) throw new Error('the page takes itself to be online')
  const orderTimes: SavedOrderTimes = { storedMs: [], confirmedMs: [] }
  while (orderTimes.confirmedMs.length < times) {
    await openOrderForm(page)
    await Promise.all([fillOrderForm(page), page.waitForTimeout(TYPING_MS)])
    const transition = { event: 'submit', path: '/order/', selector: 'main > section > h1' }
    const timeScale = await scale()
    const [storedMs, confirmedMs] = await Promise.all([
      page.evaluate(measureUntilNavigation, transition.event),
      page.evaluate(measureTransition, transition),
      submitOrderForm(page),
    ])
    orderTimes.storedMs.push(timeScale * storedMs)
    orderTimes.confirmedMs.push(timeScale * confirmedMs)
    await page.goBack()
  }
  return orderTimes
}

/** Milliseconds from the next such event until the page has another address; runs in the page, on its own. */
function measureUntilNavigation(event: string): Promise<number> {
  return new Promise((resolve) => {
    document.addEventListener(
      event,
      () => {
        const startedAt = performance.now()
        navigation.addEventListener('currententrychange', () => resolve(performance.now() - startedAt), { once: true })
      },
      { capture: true, once: true },
    )
  })
}
