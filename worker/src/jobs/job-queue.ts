import { setTimeout as sleep } from 'node:timers/promises'
import { QUEUE_NAME } from '@tsedra/contract/jobs'
import { Queue } from 'bullmq'
import type { AddToQueue } from './outbox-relay.ts'
import type { RedisConnections } from './redis.ts'

const ADD_TIMEOUT_MS = 3_000
const CLOSE_TIMEOUT_MS = 1_000

interface Options {
  redis: RedisConnections
  /** First part of the keys in Redis. */
  prefix: string
  onConnectionError: (error: Error) => void
}

export interface JobQueue {
  add: AddToQueue
  /** Stops all workers from taking jobs for `forMs`. */
  pause: (forMs: number) => Promise<void>
  countJobs(): Promise<{ waiting: number; failed: number }>
  close(): Promise<void>
}

/** Opens the producing side of the BullMQ queue. */
export function openJobQueue({ redis: { producer }, prefix, onConnectionError }: Options): JobQueue {
  const queue = new Queue(QUEUE_NAME, { connection: producer, prefix })
  queue.on('error', onConnectionError)

  return {
    async add(entries) {
      if (producer.status !== 'ready') throw new Error('Redis unavailable')
      await rejectAfter(ADD_TIMEOUT_MS, queue.addBulk(entries))
    },
    async pause(forMs) {
      await queue.rateLimit(forMs).catch(onConnectionError)
    },
    async countJobs() {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'failed')
      const { waiting = 0, prioritized = 0, delayed = 0, failed = 0 } = counts
      return { waiting: waiting + prioritized + delayed, failed }
    },
    async close() {
      await Promise.race([queue.close().catch(onConnectionError), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

async function rejectAfter(ms: number, work: Promise<unknown>): Promise<void> {
  const settled = new AbortController()
  const timeout = sleep(ms, undefined, { signal: settled.signal }).then(() => {
    throw new Error('Redis timeout')
  })
  timeout.catch(() => {})
  await Promise.race([work, timeout]).finally(() => settled.abort())
}
