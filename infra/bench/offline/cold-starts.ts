import type { Page } from '@playwright/test'
import { productDetails, productLinks } from '../../../pwa/e2e/harness/locators.ts'
import type { Phone } from '../../../pwa/e2e/harness/phone.ts'
import { slowDown } from './slow-phone.ts'

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation until a tap on a product would be heard. */
    interactiveAt?: number
  }
}

interface ColdStarts {
  phone: Phone
  url: string
  /** How many times slower than a desktop the page computes. */
  slower: number
  starts: number
}

/** Milliseconds until home's cards are there and listen, each in a browser that was started anew. */
export async function startCold({ phone, url, slower, starts }: ColdStarts): Promise<number[]> {
  const tookMs: number[] = []
  while (tookMs.length < starts) {
    await phone.close()
    const page = await (await phone.start()).newPage()
    await page.addInitScript(watchCards)
    const slow = await slowDown(page, slower)
    const scale = await slow.scale()
    await page.goto(url, { waitUntil: 'commit' })
    tookMs.push(scale * (await interactiveAt(page)))
    await productLinks(page).first().click()
    await productDetails(page).waitFor()
  }
  // What is measured next has the browser to itself: a page that is slowed keeps a processor busy even when it does nothing.
  await phone.close()
  await phone.start()
  return tookMs
}

async function interactiveAt(page: Page): Promise<number> {
  return (await (await page.waitForFunction(() => window.interactiveAt)).jsonValue()) ?? Number.NaN
}

/** Runs in the page: after they were painted, the first task that is not one of the page's own. */
function watchCards(): void {
  const watcher = new MutationObserver(() => {
    const cards = ['featured', 'categories'].map((id) => document.querySelector(`[aria-labelledby="${id}"] article a`))
    if (cards.includes(null)) return
    watcher.disconnect()
    requestAnimationFrame(() => setTimeout(() => (window.interactiveAt = performance.now())))
  })
  watcher.observe(document, { childList: true, subtree: true })
}
