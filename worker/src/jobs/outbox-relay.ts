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

/** Gives entries to Redis, all or none; fails fast when it is away. */
export type AddToQueue = (entries: JobEntry[]) => Promise<void>

export interface Relay extends AsyncDisposable {
  /** When it last could not do its work, by the clock of this process. */
  readonly failedAtMs: number
}

const BATCH = 50
const TICK_MS = 200
const RETRY_MS = 1_000

/** Redis keeps nothing of what is over: an entry's only use is to be taken. */
const jobOptions: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: true,
}

/**
 * Carries what is due over to Redis, outside any transaction; answers how many it was.
 *
 * A crash between marking and giving costs REDISPATCH_S seconds, giving twice costs nothing: the claim decides.
 */
export async function relayOnce(db: Db, addToQueue: AddToQueue): Promise<number> {
  const marked = await markDispatched(db, BATCH)
  if (marked.length === 0) return 0
  try {
    await addToQueue(marked.map(toEntry))
  } catch (error) {
    await unmarkDispatched(
      db,
      marked.map(({ id }) => id),
    )
    throw error
  }
  return marked.length
}

/**
 * BullMQ allows no ":" and no all-digit name; a name is new every time, for it ignores those it still knows. It takes
 * entries without a priority before any that has one.
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

/** Relays on every notification and on every tick, until it is disposed of. */
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
        if (relayed < BATCH) await pause(TICK_MS)
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
