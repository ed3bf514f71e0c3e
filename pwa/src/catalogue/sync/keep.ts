import { type Language, languages } from '@tsedra/contract/language'
import { calm } from '../../shared/idle.ts'
import { confirm, confirmedAt, doubt } from '../confirmed.ts'
import { CHANGED_HERE } from './changed-here.ts'
import { readSnapshot } from '../local/database.ts'
import { type News, newsOf } from './news.ts'
import { refreshSnapshot } from './refresh.ts'
import { clearShelf, data } from '../local/shelves.ts'
import { keepThumbnails } from './thumbnails.ts'

/** Milliseconds between two looks at whether the shop has a newer catalogue. */
const LOOK_EVERY_MS = 10 * 60_000
/** Milliseconds until the next look after one that heard nothing; each one after it waits twice as long. */
const FIRST_PATIENCE_MS = 3_000
/** Milliseconds from a change made here to the look at it: another process of the shop may be that late to show it. */
const SHOWN_EVERYWHERE_MS = 1_000

const tabs = new BroadcastChannel('tsedra-catalogue')

export interface Renewed {
  lang: Language
  news?: News | undefined
}

/**
 * Keeps the catalogue on this device and new: now, when the page is seen again and when the network is back, which is said
 * before it is true and sometimes not at all, so a look that hears nothing is followed by others. The given language first,
 * the others when its first moments are over.
 *
 * @param tell called after a newer one is kept, by this tab or another
 * @returns how to stop
 */
export function keepCatalogue(current: Language, tell: (renewed: Renewed) => void): () => void {
  const others = languages.filter((lang) => lang !== current)
  tabs.onmessage = ({ data: renewed }: MessageEvent<Renewed>) => accept(renewed)
  let working = false
  let fetching = false
  let wanted = false
  let stopped = false
  let patience = FIRST_PATIENCE_MS
  let later: ReturnType<typeof setTimeout> | undefined

  const look = () => void lookAtAll()
  const seen = () => document.visibilityState === 'visible' && look()
  document.addEventListener('visibilitychange', seen)
  addEventListener('online', look)
  const lookSoon = () => lookIn(SHOWN_EVERYWHERE_MS)
  addEventListener(CHANGED_HERE, lookSoon)
  look()

  return () => {
    stopped = true
    clearTimeout(later)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('online', look)
    removeEventListener(CHANGED_HERE, lookSoon)
  }

  /** One look at a time; what happens meanwhile is reason for another one. */
  async function lookAtAll(): Promise<void> {
    wanted = true
    if (working) return
    working = true
    while (wanted) {
      wanted = false
      await renew(current)
      for (const lang of others) {
        await calm()
        await renew(lang)
      }
    }
    working = false
    await keepPictures()
  }

  async function keepPictures(): Promise<void> {
    if (fetching) return
    fetching = true
    const kept = await readSnapshot(data, current)
    if (kept) await keepThumbnails(kept.data, () => stopped)
    fetching = false
  }

  async function renew(lang: Language): Promise<void> {
    if (stopped || isFresh(lang)) return
    const refreshed = await refreshSnapshot(data, lang)
    if (refreshed === 'kept') return lang === current ? lookAgain() : undefined
    if (refreshed === 'overtaken') return
    confirm(lang)
    if (lang === current) patience = FIRST_PATIENCE_MS
    if (refreshed === 'same') return
    // Also when the keeper was told to stop meanwhile: whoever looks next finds nothing new any more.
    const renewed = { lang, news: refreshed.before && newsOf(refreshed.before, refreshed.stored) }
    tabs.postMessage(renewed)
    accept(renewed)
  }

  function lookAgain(): void {
    doubt()
    lookIn(patience)
    patience = Math.min(2 * patience, LOOK_EVERY_MS)
  }

  /** Only while somebody looks: a page that is seen again looks by itself. */
  function lookIn(ms: number): void {
    clearTimeout(later)
    if (!stopped) later = setTimeout(seen, ms)
  }

  function accept(renewed: Renewed): void {
    clearShelf(renewed.lang)
    tell(renewed)
  }
}

/** Whoever reloads the page wants to know. A clock may have been set back. */
function isFresh(lang: Language): boolean {
  const at = confirmedAt(lang)
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (at === undefined || (arrival?.type === 'reload' && at < performance.timeOrigin)) return false
  return Math.abs(Date.now() - at) < LOOK_EVERY_MS
}
