import { createStore } from '../shared/store.ts'

/** What a cookie remembers of the outbox: how many requests were open, and how many had ever been saved. */
export interface Canary {
  open: number
  seq: number
  /** How many are gone and the shopper has not taken note yet. */
  lost: number
}

const NAME = 'obx'
/** 30 days. */
const MAX_AGE_S = 30 * 24 * 3600

/** Requests that the browser has probably deleted; shown until the shopper has taken note. */
const lost = createStore(0)
export const useLost = lost.use
export const sayLost = (count: number): void => lost.set(count)

/**
 * Databases are evicted whole, so the outbox itself cannot tell that it was there; cookies are kept apart from them.
 *
 * @returns how many requests are gone: as many as were open, when the database has counted fewer than the cookie saw
 */
export const lostSince = ({ open, seq: seen }: Pick<Canary, 'open' | 'seq'>, seq: number): number =>
  seq < seen ? open : 0

export function readCanary(cookies: string): Canary | undefined {
  const [, open, seq, lost = 0] = new RegExp(`(?:^|; )${NAME}=(\\d+)\\.(\\d+)(?:\\.(\\d+))?`).exec(cookies) ?? []
  return open === undefined ? undefined : { open: Number(open), seq: Number(seq), lost: Number(lost) }
}

let seen = { open: 0, seq: 0 }

/** What is there now, and what the shopper has still to be told. */
export function writeCanary(now: Pick<Canary, 'open' | 'seq'>): void {
  seen = now
  document.cookie = canaryCookie({ ...now, lost: lost.get() })
}

/** The shopper has taken note. */
export function forgetLost(): void {
  lost.set(0)
  writeCanary(seen)
}

/** Three numbers, nothing about anybody. Nothing open and nothing to be told: no cookie. */
export function canaryCookie({ open, seq, lost }: Canary): string {
  return `${NAME}=${open}.${seq}.${lost}; Max-Age=${open + lost > 0 ? MAX_AGE_S : 0}; Path=/; SameSite=Lax`
}
