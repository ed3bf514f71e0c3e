import { setFlagsFromString } from 'node:v8'
import { BadConfiguration, type Source } from './config.ts'
import { createLog, type Log } from './log.ts'

interface ServiceOptions<Config extends { logLevel: string }> {
  name: string
  readConfig: (source: Source) => Config
  open: (config: Config, log: Log) => Promise<Running> | Running
  /** Whatever hangs while closing, the process is gone by then. */
  goneByMs: number
}

interface Running {
  /** Said in the log when the service is open. */
  says: Record<string, unknown>
  close(): Promise<void>
}

/** Runs a process that serves until it is asked to go: SIGTERM and SIGINT close it in order, a bug closes it and fails. */
export async function runService<Config extends { logLevel: string }>(options: ServiceOptions<Config>): Promise<void> {
  // Collect the heap when it has grown a little, not when it has doubled (infra/decisions/0016-process-footprint.md).
  setFlagsFromString('--heap-growing-percent=15')
  const config = configOrExit(options.readConfig)
  const log = createLog(options.name, config.logLevel)
  const service = await orExit(() => options.open(config, log))
  log.info(service.says, 'open')
  let stopping = false

  async function stop(why: string, exitCode: number): Promise<void> {
    if (stopping) return
    stopping = true
    log.info({ why }, 'closing')
    setTimeout(() => process.exit(exitCode), options.goneByMs).unref()
    await service.close().catch((err: unknown) => log.error({ err }, 'closing failed'))
    log.info('closed')
    process.exit(exitCode)
  }

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
}

/** The configuration; without one the process ends with 78, EX_CONFIG of sysexits(3): starting again will not help. */
export function configOrExit<Config>(readConfig: (source: Source) => Config): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exitWhenBad(error)
  }
}

/** The result; a configuration that only the work itself could refuse ends the process with 78 as well. */
export async function orExit<Result>(open: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    return exitWhenBad(error)
  }
}

function exitWhenBad(error: unknown): never {
  if (!(error instanceof BadConfiguration)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(78)
}
