import { kyivDay } from '@tsedra/contract/kyiv-day'
import type { Db } from '@tsedra/database/connection'
import { listenForNotifications } from '@tsedra/database/notification-listener'
import type { Knex } from 'knex'
import type { Log } from '@tsedra/service/log'
import type { Metrics } from '@tsedra/service/metrics'
import { changeCatalogue } from './change-catalogue.ts'
import { readCatalogue, readVersion, publishLikes } from './catalogue-store.ts'
import { buildReadModel, type ReadModel } from './read-model.ts'

/** Milliseconds between a notification and the rebuild (debounce). */
const DEBOUNCE_MS = 50
/** Milliseconds between version checks, in case a notification is lost. */
const POLL_INTERVAL_MS = 15_000
/** Milliseconds between publications of likes: each is a new version for every phone. */
const LIKES_INTERVAL_MS = 60_000

export interface LiveCatalogue extends AsyncDisposable {
  readonly current: ReadModel
  /** Time of the last check that `current` equals the database, by the clock of this process. */
  readonly checkedAtMs: number
  /** Resolves when `current` has everything committed before the call, or when Postgres is unavailable. */
  refresh(): Promise<void>
  /** Changes the catalogue in one transaction (`changeCatalogue`); resolves when `current` has the change. */
  change<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>
  /** Called after each change of `current`. */
  onChange(listener: (model: ReadModel) => void): void
}

/** Exports version and age of the catalogue. */
export function collectCatalogueMetrics(metrics: Metrics, catalogue: LiveCatalogue): void {
  metrics.gauges(
    {
      tsedra_catalogue_version: 'Version of the catalogue in memory.',
      tsedra_catalogue_age_seconds: 'Time since the catalogue was last compared with the database.',
    },
    () => ({
      tsedra_catalogue_version: catalogue.current.version,
      tsedra_catalogue_age_seconds: (Date.now() - catalogue.checkedAtMs) / 1_000,
    }),
  )
}

interface LiveCatalogueOptions {
  db: Db
  url: string
  log: Log
  /** Returns the present day in Kyiv. */
  readDay?: () => string
}

/**
 * Opens the read model that follows the database: built at start, after each notification on `catalogue`, and when a day
 * begins in Kyiv, because stock depends on it. A new version reads the changed products only, and all of them after a
 * failure or a lost connection: the database may be another one, restored from a backup. While Postgres is unavailable it serves the last version;
 * nothing throws after the start.
 */
export async function openLiveCatalogue({
  db,
  url,
  log,
  readDay = () => kyivDay(Date.now()),
}: LiveCatalogueOptions): Promise<LiveCatalogue> {
  const firstDay = readDay()
  let current = buildReadModel(await readCatalogue(db, { day: firstDay }), firstDay)
  let checkedAtMs = Date.now()
  let listeners: ((model: ReadModel) => void)[] = []
  let debounceTimer: NodeJS.Timeout | undefined
  let refreshing: Promise<void> = Promise.resolve()
  let hasListened = false
  let mustReadAll = false

  const check = setInterval(() => void refresh(), POLL_INTERVAL_MS)
  // Without Postgres the next interval retries.
  const likes = setInterval(() => void publishLikes(db).catch(() => {}), LIKES_INTERVAL_MS)
  const listener = listenForNotifications({
    url,
    channel: 'catalogue',
    onNotification: () => {
      debounceTimer ??= setTimeout(() => void refresh(), DEBOUNCE_MS)
    },
    onListening() {
      mustReadAll ||= hasListened
      hasListened = true
      return refresh()
    },
    onError: (error) => log.warn({ err: error }, 'catalogue: LISTEN failed, retrying'),
  })
  await listener.attempt

  return {
    get current() {
      return current
    },
    get checkedAtMs() {
      return checkedAtMs
    },
    refresh,
    async change(work) {
      const result = await changeCatalogue(db, work)
      await refresh()
      return result
    },
    onChange(listener) {
      listeners = [...listeners, listener]
    },
    async [Symbol.asyncDispose]() {
      clearInterval(check)
      clearInterval(likes)
      clearTimeout(debounceTimer)
      await Promise.all([refreshing, listener[Symbol.asyncDispose]()])
    },
  }

  /** Runs one at a time: a call during a refresh queues another, because the first may have read too early. */
  function refresh(): Promise<void> {
    debounceTimer = undefined
    refreshing = refreshing.then(async () => {
      try {
        const startedAtMs = Date.now()
        const day = readDay()
        const version = await readVersion(db)
        if (version < current.version) mustReadAll = true
        // mutation test: stock-follows-day
        if (current.day !== day || version !== current.version) await rebuild(day)
        checkedAtMs = startedAtMs
      } catch (error) {
        mustReadAll = true
        log.warn({ err: error }, 'catalogue: refresh failed, serving from memory')
      }
    })
    return refreshing
  }

  async function rebuild(day: string): Promise<void> {
    const { base } = current
    const findKey = (id: string) => base.entries.get(id)?.key
    const options = mustReadAll ? { day } : { day, findKey }
    mustReadAll = false
    const rows = await readCatalogue(db, options)
    current = buildReadModel(rows, day, base)
    for (const listener of listeners) listener(current)
    const read = rows.products.filter((product) => 'slug' in product).length
    log.info({ version: current.version, products: rows.products.length, read }, 'catalogue: rebuilt')
  }
}
