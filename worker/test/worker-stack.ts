import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderPlaced } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { queueJob } from '@tsedra/database/outbox'
import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { testDatabase } from '../../api/test/database.ts'
import { createTestOrder } from '../../api/test/orders.ts'
import { codeSecret } from '../../api/test/shop.ts'
import { createLog } from '@tsedra/service/log'
import { openWorker, type RunningWorker } from '../src/open-worker.ts'
import { type FakeBotApi, startFakeBotApi } from './fake-bot-api.ts'

export type WorkerOptions = Partial<Parameters<typeof openWorker>[0]>

export const TOKEN = '123456:AAtestAAtestAAtestAAtestAAtestAAtest'

export interface WorkerStack extends AsyncDisposable {
  db: Db
  databaseUrl: string
  telegram: FakeBotApi
  prefix: string
  openWorker(options?: WorkerOptions): RunningWorker
  /** Inserts an order and its job as the API does; returns the order's id. */
  order(changes?: Record<string, unknown>, lines?: Record<string, unknown>[]): Promise<string>
  /** Returns the rows of the outbox, oldest first. */
  outbox(): Promise<Record<string, unknown>[]>
}

/** Opens a database, a prefix in Redis and a fake Telegram; the test opens the workers. */
export async function openWorkerStack(): Promise<WorkerStack> {
  const database = await testDatabase()
  const telegram = await startFakeBotApi()
  const prefix = `test-${randomUUID()}`
  const workers: RunningWorker[] = []
  const { db } = database

  return {
    db,
    databaseUrl: database.url,
    telegram,
    prefix,
    openWorker(options = {}) {
      const workerEnvironment = { databaseUrl: database.url, apiRoot: telegram.apiRoot, chatId: '-100', prefix }
      const worker = startWorker(workerEnvironment, options)
      workers.push(worker)
      return worker
    },
    order: (changes, lines) => insertOrder(db, changes, lines),
    outbox: () => db('job_outbox').orderBy('id'),
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.close()))
      await telegram[Symbol.asyncDispose]()
      await clearRedis(prefix)
      await database[Symbol.asyncDispose]()
    },
  }
}

interface WorkerEnvironment {
  databaseUrl: string
  /** Address of Telegram or of its fake. */
  apiRoot: string
  /** The staff chat. */
  chatId: string
  /** First part of the keys in Redis. */
  prefix: string
}

/** Starts a worker with test defaults: free ports, silent log, no bot, no reachable mail server. */
export function startWorker(
  { databaseUrl, apiRoot, chatId, prefix }: WorkerEnvironment,
  options: WorkerOptions,
): RunningWorker {
  return openWorker({
    databaseUrl,
    databasePool: 6,
    redisUrl: inject('redisUrl'),
    telegram: { token: TOKEN, chatId, apiRoot, probeMs: 600_000 },
    mail: { url: 'smtp://127.0.0.1:1', from: 'shop@shop.test' },
    codeSecret,
    publicOrigin: 'https://shop.test',
    healthPort: 0,
    log: createLog('worker', process.env['LOG'] ?? 'silent'),
    onStuck: () => {},
    prefix,
    ...options,
  })
}

async function insertOrder(db: Db, changes: object = {}, lines: Record<string, unknown>[] = [{}]): Promise<string> {
  return db.transaction(async (trx) => {
    const typed = { customer_phone_typed: '067 123 45 67', total_amount: '642.87' }
    const orderId = await createTestOrder(trx, { customer_name: 'Олена', ...typed, ...changes }, lines)
    await queueJob(trx, orderPlaced, { orderId })
    const can_wait = (changes as { is_suspect?: boolean }).is_suspect ?? false
    await trx('job_outbox')
      .where({ key: orderPlaced.key({ orderId }) })
      .update({ can_wait })
    return orderId
  })
}

/** Deletes all keys with the prefix, as a restart of Redis without persistence does. */
export async function clearRedis(prefix: string): Promise<void> {
  const redis = new Redis(inject('redisUrl'))
  const keys = await redis.keys(`${prefix}:*`)
  if (keys.length > 0) await redis.del(...keys)
  redis.disconnect()
}

/** Polls until the condition is true. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${String(condition)}`)
    await sleep(25)
  }
}
