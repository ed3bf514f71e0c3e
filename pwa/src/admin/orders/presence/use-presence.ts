import { useEffect, useState } from 'react'
import { useCurrentUser } from '../../../session/current-user.ts'
import { closePresence, openPresence, renewPresence, useViewers } from './presence-store.ts'
import { getOtherViewers, VIEWER_LIFETIME_MS } from './viewers.ts'

/** Milliseconds between reports of a user who is active: half of the lifetime, so that one may get lost. */
const RENEWAL_MS = VIEWER_LIFETIME_MS / 2

/**
 * Reports this user as a viewer of an order while it is open, and returns the names of the others. Only an active user
 * renews the report: a request counts as activity of the session, which an idle one must not prolong.
 */
export function usePresence(orderId: string): string[] {
  const viewers = useViewers()
  const ownId = useCurrentUser()?.user.id
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const abortController = new AbortController()
    const { signal } = abortController
    let wasActive = false
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, () => (wasActive = true), { signal, passive: true })
    openPresence(orderId)
    const timer = setInterval(() => {
      setNow(Date.now())
      if (wasActive) renewPresence(orderId)
      wasActive = false
    }, RENEWAL_MS)
    return () => {
      abortController.abort()
      clearInterval(timer)
      closePresence(orderId)
    }
  }, [orderId])
  return getOtherViewers(viewers, orderId, ownId, now)
}
