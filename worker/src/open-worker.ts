import { setTimeout as sleep } from 'node:timers/promises'
import { QUEUE } from '@tsedra/contract/jobs'
import { connect, poolWaiting } from '@tsedra/database/connection'
import { readWaiting } from '@tsedra/database/outbox'
import { type Retention, sweep, usualRetention } from '@tsedra/database/retention'
import { Queue, Worker } from 'bullmq'
import { Redis, type CommonRedisOptions } from 'ioredis'
import type { Config } from './config.ts'
import { openBot } from './bot/open-bot.ts'
import { openHealth } from './ready.ts'
import type { Log } from '@tsedra/service/log'
import { createMetrics, watchDatabase, watchProcess } from '@tsedra/service/metrics'
import { tellOfChange } from './notifications/account-changed.ts'
import { tellOfCancel } from './notifications/order-cancelled.ts'
import { sendCode } from './notifications/code-requested.ts'
import { tellOfMove } from './notifications/order-moved.ts'
import { tellOfOrder } from './notifications/order-placed.ts'
import { showOrder } from './notifications/order-shown.ts'
import { type GiveToRedis, startRelay } from './jobs/relay.ts'
import { runJob } from './jobs/run-job.ts'
import { createChats } from './senders/chats.ts'
import { createMail } from './senders/mail.ts'
import { createTelegram } from './senders/telegram.ts'
import { isStuck } from './watchdog.ts'

/** At least two, so that one poisoned job never holds the others up. */
const CONCURRENCY = 4
const WATCH_MS = 5_000
/** Milliseconds that jobs under way may still take: longer than a send. */
const DRAIN_MS = 15_000
const ADD_MS = 3_000
/** How often what is over is deleted. */
const SWEEP_MS = 3_600_000

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
  retention = usualRetention,
  ...options
}: Options): RunningWorker {
  const startedAtMs = Date.now()
  const running = new Set<Promise<void>>()
  let stopping = false
  let lastCompletedAtMs = 0
  let lastTroubleAtMs = startedAtMs

  const db = connect({ url: options.databaseUrl, max: options.databasePool })
  const producer = redis({ enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1_500 })
  const consumer = redis({ maxRetriesPerRequest: null })
  const queue = new Queue(QUEUE, { connection: producer, prefix })
  queue.on('error', quiet)

  const { telegramTimeoutS: timeoutS } = options
  const telegram = createTelegram({ ...options.telegram, ...(timeoutS && { timeoutS }), log })
  const office = { db, telegram, publicOrigin: options.publicOrigin, hasBot: options.bot !== undefined }
  const mail = createMail({ ...options.mail, log })
  const handlers = {
    'order-placed': tellOfOrder(office),
    'order-cancelled': tellOfCancel(office),
    'order-shown': showOrder(office),
    'order-moved': tellOfMove({ db, chats: createChats(options.telegram), publicOrigin: options.publicOrigin }),
    'code-requested': sendCode({ db, mail, codeSecret: options.codeSecret, publicOrigin: options.publicOrigin }),
    'account-changed': tellOfChange({ db, mail, publicOrigin: options.publicOrigin }),
  }
  const holdQueue = async (forMs: number): Promise<void> => {
    await queue.rateLimit(forMs).catch(quiet)
  }
  const worker = new Worker<{ id: string }>(QUEUE, (job) => run(job.data.id), {
    connection: consumer,
    prefix,
    concurrency: CONCURRENCY,
    lockDuration: 15_000,
    stalledInterval: 5_000,
    maxStalledCount: 50,
    // Telegram's own limit for all chats; without a limiter BullMQ would not listen to holdQueue.
    limiter: { max: 25, duration: 1_000 },
  })
  worker.on('error', quiet)
  worker.on('completed', alive)
  worker.on('failed', (_job, err) => {
    alive()
    log.error({ err }, 'worker: a job failed outside its handler')
  })
  worker.on('lockRenewalFailed', (jobIds) => log.warn({ jobIds }, 'worker: lost its lock, the lease decides'))

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
  const relay = startRelay({ db, databaseUrl: options.databaseUrl, give, log })
  const watchdog = setInterval(() => void watch(), WATCH_MS)
  let lastSweptAtMs = 0
  void sweepOnce()
  const sweeping = setInterval(() => void sweepOnce(), SWEEP_MS)
  const metrics = createMetrics()
  watchProcess(metrics)
  watchDatabase(metrics, { readWaiting: () => readWaiting(db), poolWaiting: () => poolWaiting(db) })
  metrics.gauges(
    {
      tsedra_redis_up: '1 while Redis answers the worker.',
      tsedra_telegram_open: '1 while Telegram takes messages to the staff chat.',
    },
    () => ({ tsedra_redis_up: Number(redisAnswers()), tsedra_telegram_open: Number(!telegram.closed()) }),
  )
  metrics.gauges(
    { tsedra_last_sweep_timestamp_seconds: 'When this process last swept what is over, all of it; 0 before.' },
    () => ({ tsedra_last_sweep_timestamp_seconds: Math.floor(lastSweptAtMs / 1_000) }),
  )
  metrics.gauges(
    {
      tsedra_queue_waiting: 'Entries in Redis that nobody has taken.',
      tsedra_queue_failed: 'Entries in Redis that failed outside their handler.',
    },
    async () => {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'failed')
      const { waiting = 0, prioritized = 0, delayed = 0, failed = 0 } = counts
      return { tsedra_queue_waiting: waiting + prioritized + delayed, tsedra_queue_failed: failed }
    },
  )
  const health = openHealth({ db, redisAnswers, telegram, isStopping: () => stopping, metrics }).listen(
    options.healthPort,
  )

  return { port: () => (health.address() as { port: number }).port, webhookPort: () => bot?.port, close }

  function redis(
    more: Pick<CommonRedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout'>,
  ): Redis {
    const retryStrategy = (tries: number): number => Math.min(200 * tries, 2_000)
    return new Redis(options.redisUrl, { ...more, retryStrategy }).on('error', quiet)
  }

  function redisAnswers(): boolean {
    return producer.status === 'ready' && consumer.status === 'ready'
  }

  function run(id: string): Promise<void> {
    const work = runJob({ db, handlers, holdQueue, log }, id).finally(() => running.delete(work))
    running.add(work)
    return work
  }

  /** Every connection comes back by itself; what matters is said by the relay and the watchdog. */
  function quiet(err: Error): void {
    lastTroubleAtMs = Date.now()
    log.debug({ err }, 'connection trouble')
  }

  async function sweepOnce(): Promise<void> {
    try {
      await sweep(db, retention)
      lastSweptAtMs = Date.now()
    } catch (err) {
      if (!stopping) log.warn({ err }, 'worker: something that is over stays')
    }
  }

  function alive(): void {
    lastCompletedAtMs = Date.now()
  }

  async function give(entries: Parameters<GiveToRedis>[0]): Promise<void> {
    if (producer.status !== 'ready') throw new Error('Redis is away')
    const late = new AbortController()
    const timeout = sleep(ADD_MS, undefined, { signal: late.signal }).then(() => {
      throw new Error('Redis does not answer')
    })
    timeout.catch(() => {})
    await Promise.race([queue.addBulk(entries), timeout]).finally(() => late.abort())
  }

  async function watch(): Promise<void> {
    try {
      if (telegram.closed()) lastTroubleAtMs = Date.now()
      const [{ oldestDueS }] = await Promise.all([readWaiting(db), producer.ping()])
      lastTroubleAtMs = Math.max(lastTroubleAtMs, relay.troubleAtMs)
      if (!isStuck({ oldestDueS, lastCompletedAtMs, lastTroubleAtMs }, Date.now())) return
      log.fatal({ oldestDueS }, 'worker: jobs wait and nothing is done, a new process must')
      onStuck()
    } catch {
      lastTroubleAtMs = Date.now()
    }
  }

  /** Carries nothing more, ends what is under way, lets go of everything. */
  async function close(): Promise<void> {
    stopping = true
    clearInterval(watchdog)
    clearInterval(sweeping)
    await Promise.all([relay[Symbol.asyncDispose](), bot?.[Symbol.asyncDispose]()])
    const closed = worker.close().catch(quiet)
    const done = Promise.allSettled(running).then(() => (redisAnswers() ? closed : undefined))
    // mutation test: jobs-drained
    await Promise.race([done, sleep(DRAIN_MS, undefined, { ref: false })])
    await Promise.race([queue.close().catch(quiet), sleep(1_000, undefined, { ref: false })])
    consumer.disconnect()
    producer.disconnect()
    await db.destroy()
    await new Promise<void>((done) => {
      health.close(() => done())
      health.closeAllConnections()
    })
  }
}
