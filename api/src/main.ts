import { connect, poolWaiting } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import { readWaiting } from '@tsedra/database/outbox'
import { createMetrics, watchDatabase, watchProcess } from '@tsedra/service/metrics'
import { runService } from '@tsedra/service/run'
import { openOrderFeed } from './admin/order-feed.ts'
import { createApp } from './app.ts'
import { followCatalogue, watchCatalogue } from './catalogue/live-catalogue.ts'
import { readConfig } from './config.ts'
import { refuseDemoPeople } from './demo-people.ts'
import { listen } from './http/listen.ts'
import { openStore } from './images/open-store.ts'
import { startSweeping } from './images/sweep-pictures.ts'
import { recordDurations } from './http/request-durations.ts'
import { openHealth } from './ready.ts'

/** Milliseconds during which the edge may notice that this process is going away. */
const NOTICE_MS = 3_000
/** Milliseconds that requests under way may still take. */
const DRAIN_MS = 10_000

await runService({
  name: 'api',
  readConfig,
  goneByMs: 24_000,
  async open(config, log) {
    await migrate(config.databaseUrl)
    const db = connect({ url: config.databaseUrl, max: config.databasePool })
    // mutation test: demo-users-refused
    if (!config.isTryOut) await refuseDemoPeople(db)
    const catalogue = await followCatalogue({ db, url: config.databaseUrl, log })
    const images = await openStore(config)
    const sweeping = startSweeping({ db, store: images.store, log })
    const orderFeed = openOrderFeed({ db, url: config.databaseUrl })
    const metrics = createMetrics()
    watchProcess(metrics)
    watchDatabase(metrics, { readWaiting: () => readWaiting(db), poolWaiting: () => poolWaiting(db) })
    watchCatalogue(metrics, catalogue)
    const app = createApp({ ...config, db, catalogue, orderFeed, images, log, metrics })
    const shop = await listen(recordDurations(app, metrics), config.port)
    let stopping = false
    const health = openHealth(db, () => stopping, metrics).listen(config.healthPort)

    return {
      says: { port: config.port, healthPort: config.healthPort },
      /** Says "not ready", lets the edge see it, answers what is under way, lets go of everything. */
      async close() {
        stopping = true
        sweeping[Symbol.dispose]()
        shop.announceClose()
        if (config.production) await new Promise((done) => setTimeout(done, NOTICE_MS))
        // Streams would be waited for.
        await orderFeed[Symbol.asyncDispose]()
        await shop.close(DRAIN_MS)
        health.close()
        await catalogue[Symbol.asyncDispose]()
        await db.destroy()
      },
    }
  },
})
