const DECLINE_PAUSE_MS = 30 * 24 * 3600_000

export interface InstallContext {
  /** The browser's install prompt, or a hint where to tap; undefined where installing is impossible. */
  method: 'prompt' | 'hint' | undefined
  /** Number of visits on this device, including this one. */
  visits: number
  pathname: string
  /** When the user last declined, in milliseconds since 1970. */
  declinedAt: number | undefined
  /** Orders on this device that the server has not received yet. */
  pendingOrders: number
  now: number
}

/**
 * Returns whether to show the install card: from the second visit on, or on an order page, and not for 30 days after the
 * user declined.
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
  // An installed app on iOS has its own empty storage: pending orders would stay behind in the tab.
  if (method === 'hint' && (pendingOrders > 0 || isOrderPage || pathname === '/pending')) return false
  // The product page has its buy bar in that place.
  return (isOrderPage || visits > 1) && !pathname.startsWith('/product/')
}
