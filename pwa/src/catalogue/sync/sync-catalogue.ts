import { type Language, languages } from '@tsedra/contract/language'
import { waitUntilSettled } from '../../shared/idle.ts'
import { markConfirmed, getConfirmedAt, markUnconfirmed } from '../catalogue-freshness.ts'
import { CATALOGUE_CHANGED_EVENT } from './catalogue-changed.ts'
import { readSnapshot } from '../local/catalogue-database.ts'
import { type CatalogueChange, diffCatalogue } from './diff-catalogue.ts'
import { refreshSnapshot } from './refresh-snapshot.ts'
import { clearLocalCatalogue, catalogueDatabase } from '../local/local-catalogues.ts'
import { syncThumbnails } from './thumbnails.ts'

/** Milliseconds between two checks for a newer catalogue. */
const CHECK_INTERVAL_MS = 10 * 60_000
/** Delay of the first retry after a failed check, in milliseconds; it doubles with each further failure. */
const FIRST_RETRY_DELAY_MS = 3_000
/** Milliseconds between a change made on this page and the check: other API processes may respond from an old catalogue until then. */
const PROPAGATION_DELAY_MS = 1_000

const channel = new BroadcastChannel('tsedra-catalogue')

export interface CatalogueUpdate {
  lang: Language
  news?: CatalogueChange | undefined
}

/**
 * Stores the catalogue on this device and refreshes it: now, when the page becomes visible and when back online. That event
 * is unreliable, so failed checks are retried. The current language is first, the others follow once the page has settled.
 *
 * @param onUpdate called after this tab or another has stored a newer catalogue
 * @returns a function that stops the sync
 */
export function syncCatalogue(current: Language, onUpdate: (update: CatalogueUpdate) => void): () => void {
  const otherLanguages = languages.filter((lang) => lang !== current)
  channel.onmessage = ({ data: update }: MessageEvent<CatalogueUpdate>) => applyUpdate(update)
  const check = () => void checkAllLanguages()
  const timer = createCheckTimer(() => document.visibilityState === 'visible' && check())
  const removeListeners = addCheckListeners(check, () => timer.schedule(PROPAGATION_DELAY_MS))
  let isSyncing = false
  let isFetchingPictures = false
  let isCheckRequested = false
  let isStopped = false
  check()

  return () => {
    isStopped = true
    timer.stop()
    removeListeners()
  }

  /** Runs one check at a time; a request during a check causes another one. */
  async function checkAllLanguages(): Promise<void> {
    isCheckRequested = true
    if (isSyncing) return
    isSyncing = true
    while (isCheckRequested) {
      isCheckRequested = false
      await refresh(current)
      for (const lang of otherLanguages) {
        await waitUntilSettled()
        await refresh(lang)
      }
    }
    isSyncing = false
    await syncPictures()
  }

  async function syncPictures(): Promise<void> {
    if (isFetchingPictures) return
    isFetchingPictures = true
    try {
      const stored = await readSnapshot(catalogueDatabase, current)
      if (stored) await syncThumbnails(stored.data, () => isStopped)
    } catch {
      // Storage was refused: the next check tries again.
    } finally {
      isFetchingPictures = false
    }
  }

  async function refresh(lang: Language): Promise<void> {
    if (isStopped || isFresh(lang)) return
    const result = await refreshSnapshot(catalogueDatabase, lang)
    if (result === 'overtaken') return
    if (result === 'kept') return lang === current ? timer.retryLater() : undefined
    markConfirmed(lang)
    if (lang === current) timer.resetBackoff()
    if (result === 'same') return
    // Also when the sync was stopped during the request: the next check finds nothing new any more.
    const update = { lang, news: result.previous && diffCatalogue(result.previous, result.stored) }
    channel.postMessage(update)
    applyUpdate(update)
  }

  function applyUpdate(update: CatalogueUpdate): void {
    clearLocalCatalogue(update.lang)
    onUpdate(update)
  }
}

/** Schedules the next check, with exponential backoff after failed ones. A hidden page checks when it becomes visible. */
function createCheckTimer(checkIfVisible: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryDelayMs = FIRST_RETRY_DELAY_MS
  let isStopped = false
  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(checkIfVisible, ms)
  }
  return {
    schedule,
    retryLater: (): void => {
      markUnconfirmed()
      schedule(retryDelayMs)
      retryDelayMs = Math.min(2 * retryDelayMs, CHECK_INTERVAL_MS)
    },
    resetBackoff: (): void => {
      retryDelayMs = FIRST_RETRY_DELAY_MS
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Checks when the page becomes visible or is back online, and soon after a change made here. Returns the removal. */
function addCheckListeners(check: () => void, checkSoon: () => void): () => void {
  const checkIfVisible = () => document.visibilityState === 'visible' && check()
  document.addEventListener('visibilitychange', checkIfVisible)
  addEventListener('online', check)
  addEventListener(CATALOGUE_CHANGED_EVENT, checkSoon)
  return () => {
    document.removeEventListener('visibilitychange', checkIfVisible)
    removeEventListener('online', check)
    removeEventListener(CATALOGUE_CHANGED_EVENT, checkSoon)
  }
}

/** Returns whether the last confirmation is recent enough. A reload forces a check. The clock may have been set back. */
function isFresh(lang: Language): boolean {
  const lastConfirmedAt = getConfirmedAt(lang)
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (lastConfirmedAt === undefined || (navigation?.type === 'reload' && lastConfirmedAt < performance.timeOrigin))
    return false
  return Math.abs(Date.now() - lastConfirmedAt) < CHECK_INTERVAL_MS
}
