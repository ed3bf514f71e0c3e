import type { Page } from '@playwright/test'
import type { SlowLine } from './slow-line.ts'

export interface FirstVisit {
  /** Milliseconds until the shop opens without a network and has its products in the shown language. */
  shellAndCatalogueMs: number
  /** Milliseconds until nothing is missing: three languages, and the thumbnail of every product. */
  completeMs: number
  /** Until then: what the shop sent to page and service worker, headers and all. */
  completeBytes: number
}

const TIMEOUT_MS = 120_000

/** Opens the shop for the first time over this line; a measure is NaN when its event did not occur within two minutes. */
export async function measureFirstVisit(page: Page, line: SlowLine): Promise<FirstVisit> {
  const bytesBefore = line.received
  await page.goto(line.url, { waitUntil: 'commit' })
  const shellAndCatalogueMs = await measureUntil(page, shellAndCatalogueTime)
  const completeMs = await measureUntil(page, everythingTime)
  return { shellAndCatalogueMs, completeMs, completeBytes: line.received - bytesBefore }
}

/** Milliseconds since the start of the visit; polled ten times a second. */
async function measureUntil(page: Page, getCompletionTime: () => number | false): Promise<number> {
  const completion = page.waitForFunction(getCompletionTime, undefined, { polling: 100, timeout: TIMEOUT_MS })
  return completion.then(
    (handle) => handle.jsonValue() as Promise<number>,
    () => Number.NaN,
  )
}

// Both run in the page, on their own. A worker that controls the page has its whole shell.

function shellAndCatalogueTime(): number | false {
  const isStored = navigator.serviceWorker.controller && localStorage.getItem('tsedra.snapshot.ua')
  return isStored ? performance.now() : false
}

function everythingTime(): number | false {
  const languages = ['ua', 'ru', 'en'].filter((lang) => localStorage.getItem(`tsedra.snapshot.${lang}`))
  const { have, of } = JSON.parse(localStorage.getItem('tsedra.thumbnails') ?? '{}') as { have?: number; of?: number }
  return languages.length === 3 && have !== undefined && have === of ? performance.now() : false
}
