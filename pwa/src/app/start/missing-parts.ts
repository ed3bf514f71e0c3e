import { recall, remember } from '../../shared/remembered.ts'
import { isFetchingAhead } from '../../shared/lazily.ts'
import { isHalfFilled } from './half-filled.ts'

const AGAIN_MS = 60_000

/**
 * A part of the page that the server does not have any more: the page is loaded anew, once a minute at most.
 *
 * Without a network, or with a half-filled form, the failed part says so in its place (Boundary.tsx).
 */
export function reloadForMissingParts(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(recall('reloaded') ?? 0)
    // What nobody has asked for yet may come later.
    if (isFetchingAhead() || !navigator.onLine || isHalfFilled() || Math.abs(Date.now() - last) < AGAIN_MS) return
    remember('reloaded', String(Date.now()))
    location.reload()
  })
}
