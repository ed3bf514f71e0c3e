import { setFlagsFromString } from 'node:v8'
import { ConfigurationError, type Source } from './config.ts'
import { createLog, type Log } from './log.ts'
import { release } from './release.ts'

interface ServiceOptions<Config extends { logLevel: string }> {
  name: string
  readConfig: (source: Source) => Config
  open: (config: Config, log: Log) => Promise<RunningService> | RunningService
  /** Maximum duration of the shutdown: after it the process exits. */
  shutdownTimeoutMs: number
}

interface RunningService {
  /** Fields of the log line after the start. */
  openFields: Record<string, unknown>
  close(): Promise<void>
}

/**
 * Runs a service until a signal: SIGTERM and SIGINT shut it down gracefully; an uncaught error does too, with exit code
 * 1.
 */
export async function runService<Config extends { logLevel: string }>(options: ServiceOptions<Config>): Promise<void> {
  // Collects garbage after small heap growth instead of doubling (infra/decisions/0016-process-footprint.md).
  setFlagsFromString('--heap-growing-percent=15')
  const config = readConfigOrExit(options.readConfig)
  const log = createLog(options.name, config.logLevel)
  const service = await runOrExit(() => options.open(config, log))
  log.info({ release, ...service.openFields }, 'open')
  let stopping = false

  async function stop(reason: string, exitCode: number): Promise<void> {
    if (stopping) return
    stopping = true
    log.info({ why: reason }, 'closing')
    setTimeout(() => process.exit(exitCode), options.shutdownTimeoutMs).unref()
    await service.close().catch((err: unknown) => log.error({ err }, 'shutdown failed'))
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

/** Returns the configuration; a bad one exits with 78, EX_CONFIG of sysexits(3): a restart does not help. */
export function readConfigOrExit<Config>(readConfig: (source: Source) => Config): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exitOnConfigurationError(error)
  }
}

/** Returns the result; a configuration error exits with 78 as well. */
export async function runOrExit<Result>(open: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    return exitOnConfigurationError(error)
  }
}

function exitOnConfigurationError(error: unknown): never {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(78)
}
