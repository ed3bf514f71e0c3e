import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import { runService } from '@tsedra/service/run'
import { createApp } from './app.ts'
import { followCatalogue } from './catalogue/live-catalogue.ts'
import { readConfig } from './config.ts'
import { listen } from './http/listen.ts'
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
    const catalogue = await followCatalogue({ db, url: config.databaseUrl, log })
    const shop = await listen(createApp({ ...config, db, catalogue, log }), config.port)
    let stopping = false
    const health = openHealth(db, () => stopping).listen(config.healthPort)

    return {
      says: { port: config.port, healthPort: config.healthPort },
      /** Says "not ready", lets the edge see it, answers what is under way, lets go of everything. */
      async close() {
        stopping = true
        if (config.production) await new Promise((done) => setTimeout(done, NOTICE_MS))
        await shop.close(DRAIN_MS)
        health.close()
        await catalogue[Symbol.asyncDispose]()
        await db.destroy()
      },
    }
  },
})
