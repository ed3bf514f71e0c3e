import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '@tsedra/database/connection'

/** The API process is killed at a statement of a request, before or after Postgres has executed it. */
export interface Crash {
  /** 1 for the first statement. */
  statement: number
  isExecuted: boolean
}

type Callback = (error: Error | undefined, result?: unknown) => void

interface PgConnection {
  processID: number
  query(config: { text: string } | string, callback: Callback): unknown
}

interface Statement {
  text: string
  connection: PgConnection
  /** Executes it; the request continues when it has ended. */
  execute(): void
  /** Undoes the open transaction, and fails as a lost connection does. */
  lose(): void
}

/** Receives each statement of one request before it is executed. */
type Gate = (statement: Statement) => void

const gates = new AsyncLocalStorage<Gate>()

/** Lets gates control the statements of a pool. */
export function installGates(db: Db): void {
  const { pool } = db.client as { pool: { on(event: string, handler: (id: number, made: PgConnection) => void): void } }
  pool.on('createSuccess', (_, connection) => {
    const query = connection.query.bind(connection)
    connection.query = (config, callback) => {
      const text = typeof config === 'string' ? config : config.text
      const gate = gates.getStore()
      // knex rolls back what has failed; the process that would do so is dead, and Postgres does the same.
      if (!gate || /^ROLLBACK/i.test(text)) return query(config, callback)
      gate({
        text,
        connection,
        execute: () => void query(config, callback),
        lose: () => void query('ROLLBACK', () => callback(new Error('Connection terminated unexpectedly'))),
      })
    }
  })
}

/** Runs one request; returns undefined when the process was killed before it could respond. */
export async function runUntilCrash<T>(work: () => Promise<T>, crash: Crash | undefined): Promise<T | undefined> {
  if (!crash) return work()
  let count = 0
  const gate: Gate = (statement) => {
    count += 1
    if (count < crash.statement || (count === crash.statement && crash.isExecuted)) statement.execute()
    else statement.lose()
  }
  const result = await gates.run(gate, work)
  return count >= crash.statement ? undefined : result
}

interface Racer {
  state: 'running' | 'waiting' | 'executing' | 'ended'
  statement?: Statement
}

/**
 * Runs requests concurrently, and chooses before each statement which of them continues: the interleaving depends on `pick`
 * only. A statement counts as ended, or as blocked by a lock of another request, once Postgres reports it.
 *
 * @param db without gates: reads which connections are blocked
 */
export async function runInterleaved<T>(
  works: readonly (() => Promise<T>)[],
  pick: (count: number) => number,
  db: Db,
): Promise<T[]> {
  const racers = works.map((): Racer => ({ state: 'running' }))
  const results = works.map((work, index) => {
    const racer = racers[index] as Racer
    const gate: Gate = (statement) => {
      // The one before has ended.
      racer.state = 'waiting'
      racer.statement = statement
    }
    return gates.run(gate, work).finally(() => {
      racer.state = 'ended'
    })
  })
  // One that fails is reported once the others have ended.
  const ended = Promise.allSettled(results)
  while (racers.some(({ state }) => state !== 'ended')) {
    await nextTurn()
    if (racers.some(({ state }) => state === 'running')) continue
    const waiting = racers.filter(({ state }) => state === 'waiting')
    const executing = racers.filter(({ state }) => state === 'executing')
    if (executing.length > 0 && !(waiting.length > 0 && (await areBlocked(executing, db)))) continue
    const next = waiting[pick(waiting.length)]
    if (!next?.statement) continue
    next.state = 'executing'
    next.statement.execute()
  }
  await ended
  return Promise.all(results)
}

/** Returns whether every executing statement waits for a lock of another connection. */
async function areBlocked(executing: readonly Racer[], db: Db): Promise<boolean> {
  for (const racer of executing) {
    const pid = racer.statement?.connection.processID ?? 0
    const { rows } = await db.raw<{ rows: { blockers: number }[] }>(
      'SELECT cardinality(pg_blocking_pids(?)) AS blockers',
      [pid],
    )
    // It may have ended while this was read.
    if (racer.state !== 'executing' || !rows[0]?.blockers) return false
  }
  return true
}
