import { createStore } from '../shared/store.ts'

/** What a cookie remembers of the outbox: how many requests were open, and how many had ever been saved. */
export interface Canary {
  open: number
  seq: number
  /** How many are gone and the shopper has not taken note yet. */
  lost: number
}

const COOKIE_NAME = 'obx'
/** 30 days. */
const MAX_AGE_S = 30 * 24 * 3600

/** Requests that the browser has probably deleted; shown until the shopper has taken note. */
const lostCountStore = createStore(0)
export const useLostCount = lostCountStore.use
export const setLostCount = (count: number): void => lostCountStore.set(count)

/**
 * Databases are evicted whole, so the outbox itself cannot tell that it was there; cookies are kept apart from them.
 *
 * @returns how many requests are gone: as many as were open, when the database has counted fewer than the cookie saw
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

/** What is there now, and what the shopper has still to be told. */
export function writeCanary(counts: Pick<Canary, 'open' | 'seq'>): void {
  lastWritten = counts
  document.cookie = canaryCookie({ ...counts, lost: lostCountStore.get() })
}

/** The shopper has taken note. */
export function acknowledgeLoss(): void {
  lostCountStore.set(0)
  writeCanary(lastWritten)
}

/** Three numbers, nothing about anybody. Nothing open and nothing to be told: no cookie. */
export function canaryCookie({ open, seq, lost }: Canary): string {
  return `${COOKIE_NAME}=${open}.${seq}.${lost}; Max-Age=${open + lost > 0 ? MAX_AGE_S : 0}; Path=/; SameSite=Lax`
}
