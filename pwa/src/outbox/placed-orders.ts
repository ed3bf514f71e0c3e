import type { Entry } from './entry.ts'

/** What this page has shown of its orders since it was loaded. In memory only: an entry contains a name and a phone. */
export interface PlacedOrders {
  /** The entry that the form saved last, until the order page has read it from the database. */
  getJustSaved(id: string): Entry | undefined
  setJustSaved(entry: Entry | undefined): void
  /** Whether the shopper was informed that the shop has this order. */
  isAnnounced(id: string): boolean
  markAnnounced(id: string): void
}

export function createPlacedOrders(): PlacedOrders {
  const announcedIds = new Set<string>()
  let lastSaved: Entry | undefined
  return {
    getJustSaved: (id) => (lastSaved?.id === id ? lastSaved : undefined),
    setJustSaved: (entry) => void (lastSaved = entry),
    isAnnounced: (id) => announcedIds.has(id),
    markAnnounced: (id) => void announcedIds.add(id),
  }
}
