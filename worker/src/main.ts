import { BadConfiguration, type Config, readConfig } from './config.ts'
import { createLog } from './log.ts'
import { openWorker } from './open-worker.ts'

/** Whatever hangs, the process is gone by then. */
const GONE_BY_MS = 24_000

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

const worker = openWorker({ ...config, log, onStuck: () => process.exit(1) })
log.info({ healthPort: config.healthPort }, 'the worker works')

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

async function stop(why: string, exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  log.info({ why }, 'closing')
  setTimeout(() => process.exit(exitCode), GONE_BY_MS).unref()
  await worker.close().catch((err: unknown) => log.error({ err }, 'closing failed'))
  log.info('closed')
  process.exit(exitCode)
}
