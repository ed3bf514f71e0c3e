import { setTimeout as sleep } from 'node:timers/promises'
import { QUEUE_NAME } from '@tsedra/contract/jobs'
import { connect, countWaitingQueries } from '@tsedra/database/connection'
import { readOutboxBacklog } from '@tsedra/database/outbox'
import { type Retention, sweep, defaultRetention } from '@tsedra/database/retention'
import { Queue, Worker } from 'bullmq'
import { Redis, type CommonRedisOptions } from 'ioredis'
import type { Config } from './config.ts'
import { openBot } from './bot/open-bot.ts'
import { createReadinessServer } from './readiness.ts'
import type { Log } from '@tsedra/service/log'
import { createMetrics, collectDatabaseMetrics, collectProcessMetrics } from '@tsedra/service/metrics'
import { notifyOwnerOfChange } from './notifications/account-changed.ts'
import { notifyStaffOfCancellation } from './notifications/order-cancelled.ts'
import { sendCode } from './notifications/code-requested.ts'
import { sendStatusUpdate } from './notifications/status-update.ts'
import { notifyStaffOfOrder } from './notifications/order-placed.ts'
import { updateStaffMessage } from './notifications/staff-message.ts'
import { type AddToQueue, startRelay } from './jobs/outbox-relay.ts'
import { runJob } from './jobs/run-job.ts'
import { createCustomerChats } from './senders/customer-chats.ts'
import { createMailer } from './senders/mailer.ts'
import { createStaffChat } from './senders/staff-chat.ts'
import { isStuck } from './watchdog.ts'

/** At least two, so that one poisoned job never holds the others up. */
const CONCURRENCY = 4
const WATCHDOG_INTERVAL_MS = 5_000
/** Milliseconds that jobs under way may still take: longer than a send. */
const DRAIN_MS = 15_000
const ADD_TIMEOUT_MS = 3_000
/** How often what is over is deleted. */
const SWEEP_INTERVAL_MS = 3_600_000

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
  /** First part of the names in Redis. */
  prefix?: string
  /** Seconds Telegram may take to answer. */
  telegramTimeoutS?: number
}

export interface RunningWorker {
  /** The port of the health answers. */
  readonly port: () => number
  /** The port that updates of the bot are sent to, when they are. */
  readonly webhookPort: () => number | undefined
  close(): Promise<void>
}

/** Makes and starts every part of a worker. */
export function openWorker({
  log,
  onStuck,
  prefix = 'bull',
  retention = defaultRetention,
  ...options
}: Options): RunningWorker {
  const startedAtMs = Date.now()
  const running = new Set<Promise<void>>()
  let stopping = false
  let lastCompletedAtMs = 0
  let lastFailureAtMs = startedAtMs

  const db = connect({ url: options.databaseUrl, max: options.databasePool })
  const producer = redis({ enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1_500 })
  const consumer = redis({ maxRetriesPerRequest: null })
  const queue = new Queue(QUEUE_NAME, { connection: producer, prefix })
  queue.on('error', recordConnectionError)

  const { telegramTimeoutS: timeoutS } = options
  const telegram = createStaffChat({ ...options.telegram, ...(timeoutS && { timeoutS }), log })
  const staffDeps = { db, telegram, publicOrigin: options.publicOrigin, hasBot: options.bot !== undefined }
  const mail = createMailer({ ...options.mail, log })
  const handlers = {
    'order-placed': notifyStaffOfOrder(staffDeps),
    'order-cancelled': notifyStaffOfCancellation(staffDeps),
    'order-shown': updateStaffMessage(staffDeps),
    'order-moved': sendStatusUpdate({
      db,
      chats: createCustomerChats(options.telegram),
      publicOrigin: options.publicOrigin,
    }),
    'code-requested': sendCode({ db, mail, codeSecret: options.codeSecret, publicOrigin: options.publicOrigin }),
    'account-changed': notifyOwnerOfChange({ db, mail, publicOrigin: options.publicOrigin }),
  }
  const pauseQueue = async (forMs: number): Promise<void> => {
    await queue.rateLimit(forMs).catch(recordConnectionError)
  }
  const worker = new Worker<{ id: string }>(QUEUE_NAME, (job) => run(job.data.id), {
    connection: consumer,
    prefix,
    concurrency: CONCURRENCY,
    lockDuration: 15_000,
    stalledInterval: 5_000,
    maxStalledCount: 50,
    // Telegram's own limit for all chats; without a limiter BullMQ would not listen to holdQueue.
    limiter: { max: 25, duration: 1_000 },
  })
  worker.on('error', recordConnectionError)
  worker.on('completed', recordCompletion)
  worker.on('failed', (_job, err) => {
    recordCompletion()
    log.error({ err }, 'worker: a job failed outside its handler')
  })
  worker.on('lockRenewalFailed', (jobIds) => log.warn({ jobIds }, 'worker: BullMQ lock lost, the outbox lease decides'))

  const {
    bot: botOptions,
    telegram: { token, apiRoot },
    databaseUrl,
    codeSecret,
    publicOrigin,
  } = options
  const bot =
    botOptions &&
    openBot({ ...botOptions, db, databaseUrl, token, apiRoot, codeSecret, publicOrigin, staffChat: telegram, log })
  const relay = startRelay({ db, databaseUrl: options.databaseUrl, addToQueue, log })
  const watchdog = setInterval(() => void runWatchdog(), WATCHDOG_INTERVAL_MS)
  let lastSweptAtMs = 0
  void sweepOnce()
  const sweeping = setInterval(() => void sweepOnce(), SWEEP_INTERVAL_MS)
  const metrics = createMetrics()
  collectProcessMetrics(metrics)
  collectDatabaseMetrics(metrics, {
    readBacklog: () => readOutboxBacklog(db),
    countWaitingQueries: () => countWaitingQueries(db),
  })
  metrics.gauges(
    {
      tsedra_redis_up: '1 while Redis answers the worker.',
      tsedra_telegram_up: '1 while Telegram takes messages to the staff chat.',
    },
    () => ({ tsedra_redis_up: Number(isRedisReady()), tsedra_telegram_up: Number(!telegram.readOutage()) }),
  )
  metrics.gauges(
    { tsedra_last_sweep_timestamp_seconds: 'When this process last swept what is over, all of it; 0 before.' },
    () => ({ tsedra_last_sweep_timestamp_seconds: Math.floor(lastSweptAtMs / 1_000) }),
  )
  metrics.gauges(
    {
      tsedra_queue_waiting_jobs: 'Entries in Redis that nobody has taken.',
      tsedra_queue_failed_jobs: 'Entries in Redis that failed outside their handler.',
    },
    async () => {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'failed')
      const { waiting = 0, prioritized = 0, delayed = 0, failed = 0 } = counts
      return { tsedra_queue_waiting_jobs: waiting + prioritized + delayed, tsedra_queue_failed_jobs: failed }
    },
  )
  const health = createReadinessServer({ db, isRedisReady, telegram, isStopping: () => stopping, metrics }).listen(
    options.healthPort,
  )

  return { port: () => (health.address() as { port: number }).port, webhookPort: () => bot?.port, close }

  function redis(
    redisOptions: Pick<CommonRedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout'>,
  ): Redis {
    const retryStrategy = (tries: number): number => Math.min(200 * tries, 2_000)
    return new Redis(options.redisUrl, { ...redisOptions, retryStrategy }).on('error', recordConnectionError)
  }

  function isRedisReady(): boolean {
    return producer.status === 'ready' && consumer.status === 'ready'
  }

  function run(id: string): Promise<void> {
    const work = runJob({ db, handlers, pauseQueue, log }, id).finally(() => running.delete(work))
    running.add(work)
    return work
  }

  /** Every connection comes back by itself; what matters is said by the relay and the watchdog. */
  function recordConnectionError(err: Error): void {
    lastFailureAtMs = Date.now()
    log.debug({ err }, 'connection trouble')
  }

  async function sweepOnce(): Promise<void> {
    try {
      await sweep(db, retention)
      lastSweptAtMs = Date.now()
    } catch (err) {
      if (!stopping) log.warn({ err }, 'retention: sweep failed')
    }
  }

  function recordCompletion(): void {
    lastCompletedAtMs = Date.now()
  }

  async function addToQueue(entries: Parameters<AddToQueue>[0]): Promise<void> {
    if (producer.status !== 'ready') throw new Error('Redis unavailable')
    const settled = new AbortController()
    const timeout = sleep(ADD_TIMEOUT_MS, undefined, { signal: settled.signal }).then(() => {
      throw new Error('Redis does not answer')
    })
    timeout.catch(() => {})
    await Promise.race([queue.addBulk(entries), timeout]).finally(() => settled.abort())
  }

  async function runWatchdog(): Promise<void> {
    try {
      if (telegram.readOutage()) lastFailureAtMs = Date.now()
      const [{ oldestDueS }] = await Promise.all([readOutboxBacklog(db), producer.ping()])
      lastFailureAtMs = Math.max(lastFailureAtMs, relay.failedAtMs)
      if (!isStuck({ oldestDueS, lastCompletedAtMs, lastFailureAtMs }, Date.now())) return
      log.fatal({ oldestDueS }, 'watchdog: consumer stuck, restarting the process')
      onStuck()
    } catch {
      lastFailureAtMs = Date.now()
    }
  }

  /** Carries nothing more, ends what is under way, lets go of everything. */
  async function close(): Promise<void> {
    stopping = true
    clearInterval(watchdog)
    clearInterval(sweeping)
    await Promise.all([relay[Symbol.asyncDispose](), bot?.[Symbol.asyncDispose]()])
    const closed = worker.close().catch(recordConnectionError)
    const resolve = Promise.allSettled(running).then(() => (isRedisReady() ? closed : undefined))
    // mutation test: jobs-drained
    await Promise.race([resolve, sleep(DRAIN_MS, undefined, { ref: false })])
    await Promise.race([queue.close().catch(recordConnectionError), sleep(1_000, undefined, { ref: false })])
    consumer.disconnect()
    producer.disconnect()
    await db.destroy()
    await new Promise<void>((resolve) => {
      health.close(() => resolve())
      health.closeAllConnections()
    })
  }
}
