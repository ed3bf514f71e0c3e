import { createStore } from '../shared/store.ts'

/** The outbox counts stored in a cookie: entries open, and entries ever saved. */
export interface Canary {
  open: number
  seq: number
  /** Lost entries that the shopper has not acknowledged yet. */
  lost: number
}

const COOKIE_NAME = 'obx'
/** 30 days. */
const MAX_AGE_S = 30 * 24 * 3600

/** Entries that the browser has probably deleted; shown until the shopper acknowledges the loss. */
const lostCountStore = createStore(0)
export const useLostCount = lostCountStore.use
export const setLostCount = (count: number): void => lostCountStore.set(count)

/**
 * Returns the number of lost entries: all that were open, if the database counts fewer saved entries than the cookie.
 *
 * Browsers evict a database as a whole, so it cannot detect its own loss; they store cookies separately.
 */
export const countLostEntries = (
  { open, seq: seqInCookie }: Pick<Canary, 'open' | 'seq'>,
  seqInDatabase: number,
): number => (seqInDatabase < seqInCookie ? open : 0)

export function readCanary(cookies: string): Canary | undefined {
  const [, open, seq, lost = 0] = new RegExp(`(?:^|; )${COOKIE_NAME}=(\\d+)\\.(\\d+)(?:\\.(\\d+))?`).exec(cookies) ?? []
  return open === undefined ? undefined : { open: Number(open), seq: Number(seq), lost: Number(lost) }
}

let lastWritten = { open: 0, seq: 0 }

/** Stores the current counts, and the losses that the shopper has not acknowledged, in the cookie. */
export function writeCanary(counts: Pick<Canary, 'open' | 'seq'>): void {
  lastWritten = counts
  document.cookie = canaryCookie({ ...counts, lost: lostCountStore.get() })
}

/** Resets the lost count: the shopper has acknowledged the loss. */
export function acknowledgeLoss(): void {
  lostCountStore.set(0)
  writeCanary(lastWritten)
}

/** Builds the cookie: three numbers, no personal data. It expires at once when no entry is open or lost. */
export function canaryCookie({ open, seq, lost }: Canary): string {
  return `${COOKIE_NAME}=${open}.${seq}.${lost}; Max-Age=${open + lost > 0 ? MAX_AGE_S : 0}; Path=/; SameSite=Lax`
}
