import type { Db } from '@tsedra/database/connection'
import { listenForNotifications } from '@tsedra/database/notification-listener'
import { type DispatchedJob, markDispatched, unmarkDispatched } from '@tsedra/database/outbox'
import type { JobsOptions } from 'bullmq'
import type { Log } from '@tsedra/service/log'

export interface JobEntry {
  name: string
  data: { id: string }
  opts: JobsOptions
}

/** Adds all entries to the queue or none; fails fast while Redis is down. */
export type AddToQueue = (entries: JobEntry[]) => Promise<void>

export interface Relay extends AsyncDisposable {
  /** Time of the last failed dispatch, by the clock of this process. */
  readonly failedAtMs: number
}

const BATCH = 50
const TICK_MS = 200
const RETRY_MS = 1_000

/** Completed and failed entries are removed from Redis, because the outbox stores the outcome. */
const jobOptions: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: true,
}

/**
 * Dispatches due jobs to Redis, outside any transaction, and returns them.
 *
 * A crash between mark and dispatch delays a job by REDISPATCH_S; a second dispatch has no effect, the claim decides.
 */
export async function relayOnce(db: Db, addToQueue: AddToQueue): Promise<DispatchedJob[]> {
  const marked = await markDispatched(db, BATCH)
  if (marked.length === 0) return []
  try {
    await addToQueue(marked.map(toEntry))
  } catch (error) {
    await unmarkDispatched(
      db,
      marked.map(({ id }) => id),
    )
    throw error
  }
  return marked
}

/**
 * Returns the BullMQ entry of a job; entries without a priority are taken first.
 *
 * BullMQ rejects ids with ":" or digits only, and ignores an id that it still stores; the generation makes it unique.
 */
function toEntry({ id, name, generation, canWait }: DispatchedJob): JobEntry {
  return {
    name,
    data: { id },
    opts: { ...jobOptions, jobId: `o-${id}-${generation}`, ...(canWait && { priority: 1 }) },
  }
}

interface Deps {
  db: Db
  databaseUrl: string
  addToQueue: AddToQueue
  log: Log
}

/** Starts the outbox relay: dispatches on every notification and every `TICK_MS`, until disposed. */
export function startRelay({ db, databaseUrl, addToQueue, log }: Deps): Relay {
  let stopped = false
  let failedAtMs = 0
  let wake: (() => void) | undefined
  const wakeUp = () => wake?.()
  const listener = listenForNotifications({
    url: databaseUrl,
    channel: 'jobs',
    onNotification: wakeUp,
    onListening: wakeUp,
  })
  const running = run()

  return {
    get failedAtMs() {
      return failedAtMs
    },
    async [Symbol.asyncDispose]() {
      stopped = true
      wake?.()
      await running
      await listener[Symbol.asyncDispose]()
    },
  }

  async function run(): Promise<void> {
    let failing = false
    while (!stopped) {
      try {
        const relayed = await relayOnce(db, addToQueue)
        if (failing) log.info('outbox relay: recovered')
        failing = false
        // mutation test: dispatch-logged
        for (const { id, name, order, requestId } of relayed) {
          log.info({ job: name, id, ...(order && { order }), ...(requestId && { requestId }) }, 'job: dispatched')
        }
        if (relayed.length < BATCH) await pause(TICK_MS)
      } catch (err) {
        if (!failing) log.warn({ err }, 'outbox relay: dispatch failed, jobs stay in the outbox')
        failing = true
        failedAtMs = Date.now()
        await pause(RETRY_MS)
      }
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, stopped ? 0 : ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
