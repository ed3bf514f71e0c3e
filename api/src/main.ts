import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import { createApp } from './app.ts'
import { followCatalogue } from './catalogue/live-catalogue.ts'
import { BadConfiguration, type Config, readConfig } from './config.ts'
import { healthServer } from './health.ts'
import { listen } from './http/listen.ts'
import { createLog } from './log.ts'

/** Milliseconds during which the edge may notice that this process is going away. */
const NOTICE_MS = 3_000
/** Milliseconds that requests under way may still take. */
const DRAIN_MS = 10_000

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    process.stderr.write(`${error.message}\n`)
    // EX_CONFIG of sysexits(3): starting again will not help.
    process.exit(78)
  }
}

const config = configOrExit()
const log = createLog(config.logLevel)
let stopping = false

await migrate(config.databaseUrl)
const db = connect({ url: config.databaseUrl, max: config.databasePool })
const catalogue = await followCatalogue({ db, url: config.databaseUrl, log })
const app = createApp({ ...config, db, catalogue, log })
const shop = await listen(app, config.port)
const health = healthServer(db, () => stopping)
health.listen(config.healthPort)
log.info({ port: config.port, healthPort: config.healthPort }, 'the shop is open')

process.once('SIGTERM', () => void stop('SIGTERM', 0))
process.once('SIGINT', () => void stop('SIGINT', 0))
process.once('uncaughtException', (err) => {
  log.fatal({ err }, 'uncaught exception')
  void stop('uncaughtException', 1)
})
process.once('unhandledRejection', (err) => {
  log.fatal({ err }, 'unhandled rejection')
  void stop('unhandledRejection', 1)
})

/** Says "not ready", lets the edge see it, answers what is under way, closes, exits. */
async function stop(why: string, exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  log.info({ why }, 'closing')
  if (config.production) await new Promise((done) => setTimeout(done, NOTICE_MS))
  await shop.close(DRAIN_MS)
  health.close()
  await catalogue[Symbol.asyncDispose]()
  await db.destroy()
  log.info('closed')
  process.exit(exitCode)
}
