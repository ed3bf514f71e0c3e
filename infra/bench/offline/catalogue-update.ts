import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '@tsedra/database/connection'
import { countLongTasks, readLongestTask } from './long-tasks.ts'
import type { ThrottledPage } from './warm-page.ts'

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
    await page.evaluate(countLongTasks)
    await page.evaluate(triggerRefresh)
    await page.waitForFunction(isRefreshed)
    longestMs.push(timeScale * (await page.evaluate(readLongestTask)))
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
  for (const lang of ['ua', 'ru', 'en']) localStorage.setItem(`tsedra.snapshot.${lang}`, '1')
  dispatchEvent(new Event('online'))
}

function isRefreshed(): boolean {
  return ['ua', 'ru', 'en'].every((lang) => Number(localStorage.getItem(`tsedra.snapshot.${lang}`)) > 1)
}
