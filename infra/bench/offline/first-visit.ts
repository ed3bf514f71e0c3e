import type { Page } from '@playwright/test'
import type { SlowLine } from './slow-line.ts'

export interface FirstVisit {
  /** Milliseconds until the shop opens without a network and has its products in the shown language. */
  shellAndCatalogueMs: number
  /** Milliseconds until nothing is missing: three languages, and the thumbnail of every product. */
  everythingMs: number
  /** Until then: what the shop sent to page and service worker, headers and all. */
  everythingBytes: number
}

const WITHIN_MS = 120_000

/** Somebody comes to the shop for the first time, over this line. NaN for what did not come about within two minutes. */
export async function visitForTheFirstTime(page: Page, line: SlowLine): Promise<FirstVisit> {
  const before = line.received
  await page.goto(line.url, { waitUntil: 'commit' })
  const shellAndCatalogueMs = await msUntil(page, shellAndCatalogue)
  const everythingMs = await msUntil(page, everything)
  return { shellAndCatalogueMs, everythingMs, everythingBytes: line.received - before }
}

/** Milliseconds since the visit began; asked ten times a second. */
async function msUntil(page: Page, isThere: () => number | false): Promise<number> {
  const found = page.waitForFunction(isThere, undefined, { polling: 100, timeout: WITHIN_MS })
  return found.then(
    (at) => at.jsonValue() as Promise<number>,
    () => Number.NaN,
  )
}

// Both run in the page, on their own. A worker that controls the page has its whole shell.

function shellAndCatalogue(): number | false {
  const isThere = navigator.serviceWorker.controller && localStorage.getItem('tsedra.snapshot.ua')
  return isThere ? performance.now() : false
}

function everything(): number | false {
  const languages = ['ua', 'ru', 'en'].filter((lang) => localStorage.getItem(`tsedra.snapshot.${lang}`))
  const { have, of } = JSON.parse(localStorage.getItem('tsedra.thumbnails') ?? '{}') as { have?: number; of?: number }
  return languages.length === 3 && have !== undefined && have === of ? performance.now() : false
}
