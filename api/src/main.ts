import { connect, countWaitingQueries } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import { readOutboxBacklog } from '@tsedra/database/outbox'
import { checkSchemaPromise } from '@tsedra/database/schema-promise'
import { createMetrics, collectDatabaseMetrics, collectProcessMetrics } from '@tsedra/service/metrics'
import { release } from '@tsedra/service/release'
import { runService } from '@tsedra/service/run-service'
import { openOrderFeed } from './admin/order-feed.ts'
import { createApp } from './app.ts'
import { openLiveCatalogue, collectCatalogueMetrics } from './catalogue/live-catalogue.ts'
import { readConfig } from './config.ts'
import { rejectDemoAccounts } from './demo-accounts.ts'
import { listen } from './http/listen.ts'
import { openStore } from './images/open-store.ts'
import { startSweeping } from './images/sweep-pictures.ts'
import { recordDurations } from './http/request-durations.ts'
import { collectMachineMetrics } from './monitoring/machine-metrics.ts'
import { startPublicProbe } from './monitoring/public-probe.ts'
import { createReadinessServer } from './readiness.ts'

/** Milliseconds for the edge to detect that this process is stopping. */
const DRAIN_DELAY_MS = 3_000
/** Maximum time, in ms, for in-flight requests during the shutdown. */
const DRAIN_MS = 10_000

await runService({
  name: 'api',
  readConfig,
  shutdownTimeoutMs: 24_000,
  async open(config, log) {
    await migrate(config.databaseUrl)
    await checkSchemaPromise(config.databaseUrl, release)
    const db = connect({ url: config.databaseUrl, max: config.databasePool })
    // mutation test: demo-users-refused
    if (!config.isTryOut) await rejectDemoAccounts(db)
    const catalogue = await openLiveCatalogue({ db, url: config.databaseUrl, log })
    const images = await openStore(config)
    const sweeping = startSweeping({ db, store: images.store, log })
    const orderFeed = openOrderFeed({ db, url: config.databaseUrl })
    const metrics = createMetrics()
    collectProcessMetrics(metrics)
    collectDatabaseMetrics(metrics, {
      readBacklog: () => readOutboxBacklog(db),
      countWaitingQueries: () => countWaitingQueries(db),
    })
    collectCatalogueMetrics(metrics, catalogue)
    collectMachineMetrics(metrics, config)
    const probe = startPublicProbe({ ...config, metrics })
    const { listener } = createApp({ ...config, db, catalogue, orderFeed, images, log, metrics })
    const shop = await listen(recordDurations(listener, metrics), config.port)
    let stopping = false
    const health = createReadinessServer(db, () => stopping, metrics).listen(config.healthPort)

    return {
      openFields: { port: config.port, healthPort: config.healthPort },
      /** Shuts down gracefully: reports "not ready", waits for the edge, drains requests, closes connections. */
      async close() {
        stopping = true
        sweeping[Symbol.dispose]()
        probe[Symbol.dispose]()
        shop.startDraining()
        if (config.production) await new Promise((done) => setTimeout(done, DRAIN_DELAY_MS))
        // Ends the event streams first, or the drain would wait for them.
        await orderFeed[Symbol.asyncDispose]()
        await shop.close(DRAIN_MS)
        health.close()
        await catalogue[Symbol.asyncDispose]()
        await db.destroy()
      },
    }
  },
})
