import { CHUNK_FAILED_EVENT } from '../../shared/lazy-component.ts'
import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { hasUnsavedInput } from './unsaved-input.ts'

const RELOAD_INTERVAL_MS = 60_000

/**
 * Reloads the page, at most once a minute, when a chunk that is to be shown cannot be loaded: a deploy may have removed it.
 * A failed preload does not reload: behind a captive portal that would lose the screen.
 *
 * When offline, or with a half-filled form, the error boundary shows the failure instead (ErrorBoundary.tsx).
 */
export function reloadOnFailedChunk(): void {
  addEventListener(CHUNK_FAILED_EVENT, () => {
    const lastReloadAt = Number(readLocal('reloaded') ?? 0)
    if (!navigator.onLine || hasUnsavedInput() || Math.abs(Date.now() - lastReloadAt) < RELOAD_INTERVAL_MS) return
    writeLocal('reloaded', String(Date.now()))
    location.reload()
  })
}
