import { MISSING_PART } from '../../shared/lazily.ts'
import { recall, remember } from '../../shared/remembered.ts'
import { isHalfFilled } from './half-filled.ts'

const AGAIN_MS = 60_000

/**
 * A part that is to be shown and that the server does not have any more: the page is loaded anew, once a minute at most.
 * What is fetched ahead may come later: a reload would only take the screen away, behind a portal for good.
 *
 * Without a network, or with a half-filled form, the failed part says so in its place (Boundary.tsx).
 */
export function reloadForMissingParts(): void {
  addEventListener(MISSING_PART, () => {
    const last = Number(recall('reloaded') ?? 0)
    if (!navigator.onLine || isHalfFilled() || Math.abs(Date.now() - last) < AGAIN_MS) return
    remember('reloaded', String(Date.now()))
    location.reload()
  })
}
