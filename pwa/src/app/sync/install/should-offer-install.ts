const DECLINE_PAUSE_MS = 30 * 24 * 3600_000

export interface InstallContext {
  /** What installing takes here: the browser's own question, or a hint where to tap; undefined where it cannot be done. */
  method: 'prompt' | 'hint' | undefined
  /** Times that the shop was opened on this device, this one included. */
  visits: number
  pathname: string
  /** When the shopper last said "not now". */
  declinedAt: number | undefined
  /** Requests on this device that the shop does not have yet. */
  pendingOrders: number
  now: number
}

/**
 * Whether the card is shown: after the shop was of use, that is on the second visit or beside a request that was received
 * or saved. Thirty days of peace after a no.
 */
export function shouldOfferInstall({
  method,
  visits,
  pathname,
  declinedAt,
  pendingOrders,
  now,
}: InstallContext): boolean {
  if (!method || (declinedAt !== undefined && Math.abs(now - declinedAt) < DECLINE_PAUSE_MS)) return false
  const isOrderPage = pathname.startsWith('/order/')
  // An iPhone's installed app starts empty: what waits in the tab would stay behind in it.
  if (method === 'hint' && (pendingOrders > 0 || isOrderPage || pathname === '/pending')) return false
  // The bar to buy with is where the card would be.
  return (isOrderPage || visits > 1) && !pathname.startsWith('/product/')
}
