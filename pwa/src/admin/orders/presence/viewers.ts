import type { OrderPresence } from '@tsedra/contract/admin-orders'

/** Milliseconds after which a viewer who has reported nothing is no longer shown: a closed tab may not report it. */
export const VIEWER_LIFETIME_MS = 120_000

interface Viewer {
  orderId: string
  userId: string
  name: string
  until: number
}

export type Viewers = readonly Viewer[]

/** Returns the viewers after one has opened or closed an order, without those who have reported nothing for long. */
export function applyPresence(viewers: Viewers, presence: OrderPresence, now: number): Viewers {
  const { orderId, userId, name, isViewing } = presence
  const others = viewers.filter(
    (viewer) => viewer.until > now && !(viewer.orderId === orderId && viewer.userId === userId),
  )
  return isViewing ? [...others, { orderId, userId, name, until: now + VIEWER_LIFETIME_MS }] : others
}

/** Returns the names of the other users who look at an order. */
export function getOtherViewers(viewers: Viewers, orderId: string, ownId: string | undefined, now: number): string[] {
  // mutation test: presence-not-own
  const isOther = (viewer: Viewer) => viewer.orderId === orderId && viewer.userId !== ownId && viewer.until > now
  return viewers.filter(isOther).map(({ name }) => name)
}
