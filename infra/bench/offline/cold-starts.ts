import type { Page } from '@playwright/test'
import { productDetails, productLinks } from '../../../pwa/e2e/harness/locators.ts'
import type { Phone } from '../../../pwa/e2e/harness/phone.ts'
import { throttleCpu } from './throttle-cpu.ts'

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation until the page handles a tap on a product. */
    interactiveAt?: number
  }
}

interface ColdStartOptions {
  phone: Phone
  url: string
  /** How many times slower than a desktop the page computes. */
  slowdown: number
  starts: number
}

/** Returns the milliseconds until the cards of the home page handle taps, each in a newly started browser. */
export async function measureColdStarts({ phone, url, slowdown, starts }: ColdStartOptions): Promise<number[]> {
  const tookMs: number[] = []
  while (tookMs.length < starts) {
    await phone.close()
    const page = await (await phone.start()).newPage()
    await page.addInitScript(observeCards)
    const throttling = await throttleCpu(page, slowdown)
    const scale = await throttling.scale()
    await page.goto(url, { waitUntil: 'commit' })
    tookMs.push(scale * (await waitUntilInteractive(page)))
    await productLinks(page).first().click()
    await productDetails(page).waitFor()
  }
  // What is measured next has the browser to itself: a page that is slowed keeps a processor busy even when it does nothing.
  await phone.close()
  await phone.start()
  return tookMs
}

async function waitUntilInteractive(page: Page): Promise<number> {
  return (await (await page.waitForFunction(() => window.interactiveAt)).jsonValue()) ?? Number.NaN
}

/** Runs in the page: after they were painted, the first task that is not one of the page's own. */
function observeCards(): void {
  const observer = new MutationObserver(() => {
    const cards = ['featured', 'categories'].map((id) => document.querySelector(`[aria-labelledby="${id}"] article a`))
    if (cards.includes(null)) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (window.interactiveAt = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}
