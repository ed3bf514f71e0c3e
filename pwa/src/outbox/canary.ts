import { createStore } from '../shared/store.ts'

/** What a cookie remembers of the outbox: how many requests were open, and how many had ever been saved. */
export interface Canary {
  open: number
  seq: number
}

const NAME = 'obx'
/** 30 days. */
const MAX_AGE_S = 30 * 24 * 3600

/** Requests that the browser has probably deleted; shown until the shopper has taken note. */
const lost = createStore(0)
export const useLost = lost.use
export const lostCount = lost.get
export const sayLost = (count: number): void => lost.set(count)

/**
 * Databases are evicted whole, so the outbox itself cannot tell that it was there; cookies are kept apart from them.
 *
 * @returns how many requests are gone: as many as were open, when the database has counted fewer than the cookie saw
 */
export const lostSince = (before: Canary | undefined, seq: number): number =>
  before && seq < before.seq ? before.open : 0

export function readCanary(cookies: string): Canary | undefined {
  const [, open, seq] = new RegExp(`(?:^|; )${NAME}=(\\d+)\\.(\\d+)`).exec(cookies) ?? []
  return open === undefined ? undefined : { open: Number(open), seq: Number(seq) }
}

/** The shopper has taken note: the count begins anew with whatever is saved next. */
export function forgetLost(): void {
  document.cookie = canaryCookie({ open: 0, seq: 0 })
  lost.set(0)
}

/** Two numbers, nothing about anybody. Nothing open: no cookie. */
export function canaryCookie({ open, seq }: Canary): string {
  return `${NAME}=${open}.${seq}; Max-Age=${open > 0 ? MAX_AGE_S : 0}; Path=/; SameSite=Lax`
}
