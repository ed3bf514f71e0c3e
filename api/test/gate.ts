import { setTimeout } from 'node:timers/promises'
import type { Db } from '@tsedra/database/connection'

/** Polling interval for blocked connections, in milliseconds. */
const POLL_MS = 3

/** A point in the database at which transactions wait while it is closed. */
export interface Gate {
  close(): Promise<void>
  open(): Promise<void>
}

/**
 * Adds a trigger at which transactions wait, so that a test can interleave two concurrent requests deterministically.
 *
 * @param at event and table of a trigger: `BEFORE UPDATE ON users FOR EACH STATEMENT`
 */
export async function addGate(db: Db, key: number, at: string): Promise<Gate> {
  await db.raw(`
    CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::bigint);
      RETURN NEW;
    END $$`)
  await db.raw(`CREATE TRIGGER gate_${key} ${at} EXECUTE FUNCTION wait_at_gate(${key})`)
  let release: (() => Promise<void>) | undefined
  return {
    async close() {
      const trx = await db.transaction()
      await trx.raw('SELECT pg_advisory_xact_lock(?)', [key])
      release = async () => void (await trx.commit())
    },
    async open() {
      await release?.()
      release = undefined
    },
  }
}

/** Waits until `work` has settled or `count` connections of this database wait for a lock. */
export async function untilBlocked(db: Db, work: Promise<unknown>, count: number): Promise<void> {
  let isDone = false
  const settled = work.finally(() => (isDone = true)).catch(() => {})
  while (!isDone) {
    const { rows } = await db.raw<{ rows: { blocked: number }[] }>(
      `SELECT count(*)::int AS blocked FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.blocked ?? 0) >= count) return
    await Promise.race([settled, setTimeout(POLL_MS)])
  }
}
