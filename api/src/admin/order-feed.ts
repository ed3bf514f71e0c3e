import type { OrderEvent } from '@tsedra/contract/admin-orders'
import type { Db } from '@tsedra/database/connection'
import type { Response } from 'express'
import pg from 'pg'
import { type SignedIn, whichAreIn } from '../accounts/session-store.ts'
import { Refusal } from '../http/refusal.ts'

/** How often somebody who is told nothing hears that there is nothing; an edge gives up after 15 s of silence. */
const BEAT_MS = 10_000
/** How long events gather before they are told. */
const GATHER_MS = 50
const RECONNECT_MS = 1_000
/** Events are numbered when they are written, and seen when that is committed: one may be this much late. */
const LATE_S = 10
/** Whoever missed more asks for the whole list anyway. */
const MISSED = 200
/** Streams in one process; a browser needs one. */
const STREAMS = 200
/** Bytes that somebody may leave unread. */
const UNREAD = 65_536

export interface OrderFeed extends AsyncDisposable {
  /**
   * Answers with a stream of what happens to orders, until the caller goes away or may not listen any more.
   *
   * @param after the last event the caller knows; what came later is told first
   * @throws Refusal `busy` when too many listen
   */
  follow(res: Response, user: SignedIn, after?: number): Promise<void>
}

interface Options {
  db: Db
  url: string
  beatMs?: number
}

interface Listener {
  session: Buffer
  /** What was told before the answer has begun: it begins with what was missed. */
  early: string
}

/**
 * Follows `order_events` by LISTEN, as long as somebody wants to hear of them (infra/decisions/0029-order-desk.md).
 *
 * Postgres away means silence until it is back; then what happened meanwhile is told.
 */
export function openOrderFeed({ db, url, beatMs = BEAT_MS }: Options): OrderFeed {
  const listeners = new Map<Response, Listener>()
  let client: pg.Client | undefined
  let listening: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let known: { highest: number; lately: Set<number> } | undefined
  let closed = false
  let beating = false
  const beat = setInterval(() => void everyBeat(), beatMs)
  beat.unref()

  return {
    async follow(res, { session }, after) {
      if (closed || listeners.size >= STREAMS) {
        throw new Refusal('busy', 'Too many listen to orders.', undefined, { retryAfterS: 10 })
      }
      res.once('close', () => {
        listeners.delete(res)
        if (listeners.size === 0) hangUp()
      })
      const listener: Listener = { session, early: '' }
      listeners.set(res, listener)
      await (listening ??= listen())
      const missed = after === undefined ? [] : await readAfter(db, after)
      res.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' })
      res.write(`retry: 2000\n\n${missed.map(eventText).join('')}${listener.early}`)
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearInterval(beat)
      for (const res of listeners.keys()) res.end()
      hangUp()
    },
  }

  /** Nobody waits for the goodbye: a connection that is only being made may never answer it. */
  function hangUp(): void {
    clearTimeout(gathering)
    gathering = listening = known = undefined
    void client?.end().catch(() => {})
    client = undefined
  }

  /** Never throws: whoever cannot be told now is told later. */
  async function listen(): Promise<void> {
    const mine = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, keepAlive: true })
    client = mine
    mine.on('error', () => {})
    mine.once('end', () => {
      if (client !== mine) return
      setTimeout(() => {
        if (client === mine) listening = listen()
      }, RECONNECT_MS).unref()
    })
    mine.on('notification', () => {
      gathering ??= setTimeout(() => void tell(), GATHER_MS)
    })
    try {
      await mine.connect()
      await mine.query('LISTEN order_events')
      // Everybody may have left meanwhile.
      if (client !== mine) await mine.end()
      else await tell()
    } catch {
      await mine.end().catch(() => {})
    }
  }

  /** Tells everybody what was not told yet; the first time there is nothing that anybody waits for. */
  async function tell(): Promise<void> {
    gathering = undefined
    try {
      const lately = await readLately(db, known?.highest)
      const before = known
      known = { highest: lately.at(-1)?.id ?? before?.highest ?? 0, lately: new Set(lately.map(({ id }) => id)) }
      if (!before) return
      const text = lately
        .filter(({ id }) => !before.lately.has(id))
        .map(eventText)
        .join('')
      if (text) for (const [res, listener] of listeners) write(res, listener, text)
    } catch {
      // Postgres is away: the next beat asks again.
    }
  }

  /** Shows that the line is alive, and cuts whoever has been signed out, demoted or put out of the staff. */
  async function everyBeat(): Promise<void> {
    if (beating || listeners.size === 0) return
    beating = true
    await tell()
    const begun = [...listeners].filter(([res]) => res.headersSent)
    const sessions = begun.map(([, { session }]) => session)
    // Postgres away: nobody is cut for that.
    const inside = await whichAreIn(db, sessions).catch(() => sessions)
    for (const [res, listener] of begun) {
      if (inside.some((session) => session.equals(listener.session))) write(res, listener, ':\n\n')
      else res.end()
    }
    beating = false
  }
}

/** Whoever does not read is let go. */
function write(res: Response, listener: Listener, text: string): void {
  if (res.writableEnded) return
  if (!res.headersSent) listener.early += text
  else if (res.writableLength > UNREAD) res.destroy()
  else res.write(text)
}

const eventText = (event: OrderEvent): string => `id: ${event.id}\nevent: order\ndata: ${JSON.stringify(event)}\n\n`

const columns = `e.id::float8 AS id, e.order_id AS "orderId", e.kind, e.new_status AS status`
/** Numbers that may still be missing below a given one: more are not under way at once. */
const UNDER_WAY = 1_000

/** What came after an event, or may have been seen only after it; the last of it when it is much. */
async function readAfter(db: Db, after: number): Promise<OrderEvent[]> {
  const { rows } = await db.raw<{ rows: OrderEvent[] }>(
    `SELECT ${columns} FROM order_events e
     WHERE e.id > ? OR (e.id > ? AND e.id < ? AND
       e.created_at > (SELECT created_at - make_interval(secs => ?) FROM order_events WHERE id = ?))
     ORDER BY e.id DESC LIMIT ?`,
    [after, after - UNDER_WAY, after, LATE_S, after, MISSED],
  )
  return rows.reverse()
}

/** What has happened just now, or since a given event. */
async function readLately(db: Db, since = Number.MAX_SAFE_INTEGER): Promise<OrderEvent[]> {
  const { rows } = await db.raw<{ rows: OrderEvent[] }>(
    `SELECT ${columns} FROM order_events e
     WHERE e.id > least(?, (SELECT max(id) FROM order_events)) - ?
       AND (e.id > ? OR e.created_at > now() - make_interval(secs => ?))
     ORDER BY e.id`,
    [since, UNDER_WAY, since, LATE_S],
  )
  return rows
}
