import { CHUNK_FAILED_EVENT } from '../../shared/lazy-component.ts'
import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { hasUnsavedInput } from './unsaved-input.ts'

const RELOAD_INTERVAL_MS = 60_000

/**
 * A part that is to be shown and that the server does not have any more: the page is loaded anew, once a minute at most.
 * What is fetched ahead may come later: a reload would only take the screen away, behind a portal for good.
 *
 * Without a network, or with a half-filled form, the failed part says so in its place (Boundary.tsx).
 */
export function reloadOnFailedChunk(): void {
  addEventListener(CHUNK_FAILED_EVENT, () => {
    const lastReloadAt = Number(readLocal('reloaded') ?? 0)
    if (!navigator.onLine || hasUnsavedInput() || Math.abs(Date.now() - lastReloadAt) < RELOAD_INTERVAL_MS) return
    writeLocal('reloaded', String(Date.now()))
    location.reload()
  })
}
