import type { Entry } from '../outbox/entry.ts'

/** After an outage many orders are sent at once: more than this share one toast. */
const MAX_SINGLE_TOASTS = 3

/** Returns the settled orders that get a toast each, and the number of sent ones that share one. */
export function planSettledToasts<E extends Pick<Entry, 'state'>>(entries: readonly E[]) {
  const sentCount = entries.filter(({ state }) => state === 'sent').length
  return sentCount > MAX_SINGLE_TOASTS ? { single: [], sentCount } : { single: entries, sentCount: 0 }
}
