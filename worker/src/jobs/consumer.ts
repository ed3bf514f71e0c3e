import { setTimeout as sleep } from 'node:timers/promises'
import { QUEUE_NAME } from '@tsedra/contract/jobs'
import type { Log } from '@tsedra/service/log'
import { Worker, type WorkerOptions } from 'bullmq'
import type { Vitals } from './vitals.ts'
import type { RedisConnections } from './redis.ts'

/** At least two, so that one poisoned job does not block the others. */
const CONCURRENCY = 4
/** Maximum wait for running jobs at a shutdown, in ms; longer than the timeout of a send. */
const DRAIN_MS = 15_000

const settings = {
  concurrency: CONCURRENCY,
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 50,
  // Telegram's limit for all chats; without a limiter BullMQ ignores `queue.rateLimit`.
  limiter: { max: 25, duration: 1_000 },
} satisfies Partial<WorkerOptions>

interface Options {
  redis: RedisConnections
  prefix: string
  runJob: (id: string) => Promise<void>
  vitals: Vitals
  log: Log
}

export interface Consumer {
  /** Takes no further jobs and waits for the running ones. */
  drain(): Promise<void>
}

/** Starts the consumer of the BullMQ queue; the outbox decides what each entry means. */
export function startConsumer({ redis, prefix, runJob, vitals, log }: Options): Consumer {
  const running = new Set<Promise<void>>()
  const worker = new Worker<{ id: string }>(QUEUE_NAME, (job) => track(runJob(job.data.id)), {
    ...settings,
    connection: redis.consumer,
    prefix,
  })
  worker.on('error', vitals.recordConnectionError)
  worker.on('completed', vitals.recordCompletion)
  worker.on('failed', (job, err) => {
    vitals.recordCompletion()
    log.error({ err, id: job?.data.id }, 'worker: a job failed outside its handler')
  })
  worker.on('lockRenewalFailed', (jobIds) => log.warn({ jobIds }, 'worker: BullMQ lock lost, the outbox lease decides'))

  return {
    async drain() {
      const closed = worker.close().catch(vitals.recordConnectionError)
      const drained = Promise.allSettled(running).then(() => (redis.isReady() ? closed : undefined))
      // mutation test: jobs-drained
      await Promise.race([drained, sleep(DRAIN_MS, undefined, { ref: false })])
    },
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }
}
