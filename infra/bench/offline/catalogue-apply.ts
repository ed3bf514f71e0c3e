import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '@tsedra/database/connection'
import type { Slowed } from './warm-page.ts'

declare global {
  interface Window {
    longTasks: PerformanceEntryList
  }
}

interface CatalogueApply extends Slowed {
  db: Db
  shop: string
  times: number
}

/** Milliseconds of the longest task while a catalogue with other prices is fetched, kept and shown, in every language. */
export async function applyCatalogues({ page, scale, db, shop, times }: CatalogueApply): Promise<number[]> {
  // What the page does first of all is measured elsewhere.
  await page.waitForLoadState('networkidle')
  const longestMs: number[] = []
  while (longestMs.length < times) {
    await reprice(db, shop)
    const now = await scale()
    await page.evaluate(lookAgain)
    await page.waitForFunction(isRenewed)
    longestMs.push(now * (await page.evaluate(longestTask)))
  }
  return longestMs
}

/** Every product costs a hryvnia more; resolves when the shop says so. */
async function reprice(db: Db, shop: string): Promise<void> {
  const tag = async () => (await fetch(`${shop}/api/catalogue/en`)).headers.get('etag')
  const before = await tag()
  await db('products').increment('price', 1)
  while ((await tag()) === before) await pause(50)
}

// These run in the page, on their own.

/** Long ago the shop was looked at, and the network is back. */
function lookAgain(): void {
  window.longTasks = []
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask' })
  for (const lang of ['ua', 'ru', 'en']) localStorage.setItem(`tsedra.snapshot.${lang}`, '1')
  dispatchEvent(new Event('online'))
}

function isRenewed(): boolean {
  return ['ua', 'ru', 'en'].every((lang) => Number(localStorage.getItem(`tsedra.snapshot.${lang}`)) > 1)
}

/** Once the page has come to rest. */
async function longestTask(): Promise<number> {
  await new Promise((idle) => requestIdleCallback(idle))
  return Math.max(0, ...window.longTasks.map(({ duration }) => duration))
}
