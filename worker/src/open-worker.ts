import type { Server } from 'node:http'
import { connect } from '@tsedra/database/connection'
import { readOutboxBacklog } from '@tsedra/database/outbox'
import { type Retention, defaultRetention } from '@tsedra/database/retention'
import type { Log } from '@tsedra/service/log'
import { openBot } from './bot/open-bot.ts'
import { openChannels } from './channels/open-channels.ts'
import type { Config } from './config.ts'
import { startConsumer } from './jobs/consumer.ts'
import { openJobQueue } from './jobs/job-queue.ts'
import { startRelay } from './jobs/outbox-relay.ts'
import { openRedis } from './jobs/redis.ts'
import { runJob } from './jobs/run-job.ts'
import { createVitals } from './jobs/vitals.ts'
import { createHandlers } from './notifications/create-handlers.ts'
import { createReadinessServer } from './readiness.ts'
import { startRetentionSweeper } from './retention-sweeper.ts'
import { startWatchdog } from './watchdog.ts'
import { createWorkerMetrics } from './worker-metrics.ts'

type Options = Pick<
  Config,
  | 'databaseUrl'
  | 'databasePool'
  | 'redisUrl'
  | 'telegram'
  | 'bot'
  | 'mail'
  | 'codeSecret'
  | 'publicOrigin'
  | 'healthPort'
> & {
  log: Log
  /** Called when the consumer is stuck and only a new process helps. */
  onStuck: () => void
  retention?: Retention
  /** First part of the keys in Redis. */
  prefix?: string
  /** Timeout of requests to Telegram, in seconds. */
  telegramTimeoutS?: number
}

export interface RunningWorker {
  /** Returns the port of the health checks. */
  readonly port: () => number
  /** Returns the port of the bot's webhook, if it has one. */
  readonly webhookPort: () => number | undefined
  close(): Promise<void>
}

/** Opens a worker: channels, job consumer, outbox relay, bot, watchdog, retention sweeper and health checks. */
export function openWorker({ log, prefix = 'bull', retention = defaultRetention, ...options }: Options): RunningWorker {
  let stopping = false
  const db = connect({ url: options.databaseUrl, max: options.databasePool })
  const channels = openChannels({ ...options, log })
  const { staffChat } = channels
  const vitals = createVitals(log)
  const jobs = startJobs()
  const bot = startBot()
  const relay = startRelay({ db, databaseUrl: options.databaseUrl, addToQueue: jobs.queue.add, log })
  const watchdog = startWatchdog({ vitals, checkServices, onStuck: options.onStuck, log })
  const sweeper = startRetentionSweeper(db, retention, log)
  const health = startHealthServer()

  return { port: () => (health.address() as { port: number }).port, webhookPort: () => bot?.port, close }

  function startJobs() {
    const redis = openRedis(options.redisUrl, vitals.recordConnectionError)
    const queue = openJobQueue({ redis, prefix, onConnectionError: vitals.recordConnectionError })
    const { codeSecret, publicOrigin, bot: botOptions } = options
    const handlers = createHandlers({ db, ...channels, codeSecret, publicOrigin, hasBot: botOptions !== undefined })
    const deps = { db, handlers, pauseQueue: queue.pause, log }
    const consumer = startConsumer({ redis, prefix, runJob: (id) => runJob(deps, id), vitals, log })
    return { redis, queue, consumer }
  }

  function startBot() {
    const { bot: botOptions, databaseUrl, codeSecret, publicOrigin } = options
    const { token, apiRoot } = options.telegram
    return (
      botOptions &&
      openBot({ ...botOptions, db, databaseUrl, token, apiRoot, codeSecret, publicOrigin, staffChat, log })
    )
  }

  function startHealthServer(): Server {
    const isRedisReady = jobs.redis.isReady
    const metrics = createWorkerMetrics({ db, queue: jobs.queue, isRedisReady, staffChat, sweeper })
    const server = createReadinessServer({ db, isRedisReady, staffChat, isStopping: () => stopping, metrics })
    return server.listen(options.healthPort)
  }

  async function checkServices(): Promise<number> {
    if (staffChat.readOutage()) vitals.recordFailure()
    const [{ oldestDueS }] = await Promise.all([readOutboxBacklog(db), jobs.redis.producer.ping()])
    vitals.recordFailure(relay.failedAtMs)
    return oldestDueS
  }

  /** Takes no further jobs, drains the running ones and closes every connection. */
  async function close(): Promise<void> {
    stopping = true
    watchdog[Symbol.dispose]()
    sweeper[Symbol.dispose]()
    await Promise.all([relay[Symbol.asyncDispose](), bot?.[Symbol.asyncDispose]()])
    await jobs.consumer.drain()
    await jobs.queue.close()
    jobs.redis.disconnect()
    await db.destroy()
    await new Promise<void>((resolve) => {
      health.close(() => resolve())
      health.closeAllConnections()
    })
  }
}
