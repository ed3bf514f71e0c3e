import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '@tsedra/database/connection'
import type { ThrottledPage } from './warm-page.ts'

declare global {
  interface Window {
    longTasks?: PerformanceEntryList
    refreshStartedAt: number
  }
}

interface CatalogueUpdateOptions extends ThrottledPage {
  db: Db
  shop: string
  times: number
}

/** Milliseconds of the longest task while a catalogue with other prices is fetched, kept and shown, in every language. */
export async function measureCatalogueUpdates({
  page,
  scale,
  db,
  shop,
  times,
}: CatalogueUpdateOptions): Promise<number[]> {
  // What the page does first of all is measured elsewhere.
  await page.waitForLoadState('networkidle')
  const longestMs: number[] = []
  while (longestMs.length < times) {
    await raisePrices(db, shop)
    const timeScale = await scale()
    await page.evaluate(triggerRefresh)
    await page.waitForFunction(isRefreshed)
    longestMs.push(timeScale * (await page.evaluate(measureLongestTask)))
  }
  return longestMs
}

/** Raises every price by one hryvnia; resolves when the shop's response contains the new prices. */
async function raisePrices(db: Db, shop: string): Promise<void> {
  const fetchEtag = async () => (await fetch(`${shop}/api/catalogue/en`)).headers.get('etag')
  const etagBefore = await fetchEtag()
  await db('products').increment('price', 1)
  while ((await fetchEtag()) === etagBefore) await pause(50)
}

// These run in the page, on their own.

/** Makes the last catalogue check old enough for a new one, with the network available. */
function triggerRefresh(): void {
  if (!window.longTasks) {
    const longTasks: PerformanceEntryList = (window.longTasks = [])
    new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask' })
  }
  window.refreshStartedAt = performance.now()
  for (const lang of ['ua', 'ru', 'en']) localStorage.setItem(`tsedra.snapshot.${lang}`, '1')
  dispatchEvent(new Event('online'))
}

function isRefreshed(): boolean {
  return ['ua', 'ru', 'en'].every((lang) => Number(localStorage.getItem(`tsedra.snapshot.${lang}`)) > 1)
}

/** Once the page has come to rest. The tasks before the refresh are those that measure the machine. */
async function measureLongestTask(): Promise<number> {
  await new Promise((resolve) => requestIdleCallback(resolve))
  const tasks = window.longTasks?.filter(({ startTime }) => startTime >= window.refreshStartedAt) ?? []
  return Math.max(0, ...tasks.map(({ duration }) => duration))
}
