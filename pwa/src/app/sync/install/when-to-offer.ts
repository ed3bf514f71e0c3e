const PAUSE_MS = 30 * 24 * 3600_000

export interface Facts {
  /** What installing takes here: the browser's own question, or a hint where to tap; undefined where it cannot be done. */
  by: 'prompt' | 'hint' | undefined
  /** Times that the shop was opened on this device, this one included. */
  visits: number
  pathname: string
  /** When the shopper last said "not now". */
  declinedAt: number | undefined
  /** Requests on this device that the shop does not have yet. */
  open: number
  now: number
}

/**
 * Whether the card is shown: after the shop was of use, that is on the second visit or beside a request that was received
 * or saved. Thirty days of peace after a no.
 */
export function isOffered({ by, visits, pathname, declinedAt, open, now }: Facts): boolean {
  if (!by || (declinedAt !== undefined && Math.abs(now - declinedAt) < PAUSE_MS)) return false
  const onOrder = pathname.startsWith('/order/')
  // An iPhone's installed app starts empty: what waits in the tab would stay behind in it.
  if (by === 'hint' && (open > 0 || onOrder || pathname === '/pending')) return false
  // The bar to buy with is where the card would be.
  return (onOrder || visits > 1) && !pathname.startsWith('/product/')
}
