import type { Db } from '@tsedra/database/connection'
import { listenForJobs, type MarkedJob, markBatch, unmark } from '@tsedra/database/outbox'
import type { JobsOptions } from 'bullmq'
import type { Log } from '@tsedra/service/log'

export interface JobEntry {
  name: string
  data: { id: string }
  opts: JobsOptions
}

/** Gives entries to Redis, all or none; fails fast when it is away. */
export type GiveToRedis = (entries: JobEntry[]) => Promise<void>

export interface Relay extends AsyncDisposable {
  /** When it last could not do its work, by the clock of this process. */
  readonly troubleAtMs: number
}

const BATCH = 50
const TICK_MS = 200
const PAUSE_MS = 1_000

/** Redis keeps nothing of what is over: an entry's only use is to be taken. */
const delivery: JobsOptions = {
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
export async function relayOnce(db: Db, give: GiveToRedis): Promise<number> {
  const marked = await markBatch(db, BATCH)
  if (marked.length === 0) return 0
  try {
    await give(marked.map(entryOf))
  } catch (error) {
    await unmark(
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
function entryOf({ id, name, generation, canWait }: MarkedJob): JobEntry {
  return { name, data: { id }, opts: { ...delivery, jobId: `o-${id}-${generation}`, ...(canWait && { priority: 1 }) } }
}

interface Deps {
  db: Db
  databaseUrl: string
  give: GiveToRedis
  log: Log
}

/** Relays on every notification and on every tick, until it is disposed of. */
export function startRelay({ db, databaseUrl, give, log }: Deps): Relay {
  let stopped = false
  let troubleAtMs = 0
  let wake: (() => void) | undefined
  const listener = listenForJobs(databaseUrl, () => wake?.())
  const running = run()

  return {
    get troubleAtMs() {
      return troubleAtMs
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
        const carried = await relayOnce(db, give)
        if (failing) log.info('relay: works again')
        failing = false
        if (carried < BATCH) await rest(TICK_MS)
      } catch (err) {
        if (!failing) log.warn({ err }, 'relay: jobs stay in the outbox')
        failing = true
        troubleAtMs = Date.now()
        await rest(PAUSE_MS)
      }
    }
  }

  function rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, stopped ? 0 : ms)
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }
}
