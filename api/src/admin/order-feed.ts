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
/** Maximum number of events in one batch; a client that missed more receives one `reset` and refetches its lists. */
const BATCH = 100
/** Maximum number of streams in one process; a browser needs one. */
const STREAMS = 200
export const STREAMS_PER_ACCOUNT = 8
/** How long a browser waits before it reconnects: a stream that broke, and one that a newer stream has ended. */
const RETRY_MS = 2_000
const RETRY_ENDED_MS = 60_000
/** Bytes that somebody may leave unread. */
const UNREAD = 65_536

export interface OrderFeed extends AsyncDisposable {
  /**
   * Answers with a stream of what happens to orders, until the caller goes away or may not listen any more.
   *
   * The newest stream of an account ends its oldest once the account has too many; when all places of the process are
   * taken, the account with the most streams gives one up.
   *
   * @param after the last event the caller knows; what came later is told first, or `reset` when that is too much
   * @throws Refusal `busy` while the process stops
   */
  follow(res: Response, user: SignedIn, after?: number): Promise<void>
}

interface Options {
  db: Db
  url: string
  beatMs?: number
  streams?: number
}

interface Listener {
  userId: string
  session: Buffer
  /** What was told before the answer has begun: it begins with what was missed. */
  early: string
}

/**
 * Follows `order_events` by LISTEN, as long as somebody wants to hear of them (infra/decisions/0029-order-desk.md).
 *
 * Postgres away means silence until it is back; then what happened meanwhile is told.
 */
export function openOrderFeed({ db, url, beatMs = BEAT_MS, streams = STREAMS }: Options): OrderFeed {
  const listeners = new Map<Response, Listener>()
  let client: pg.Client | undefined
  let listening: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let known: Position | undefined
  let closed = false
  let beating = false
  const beat = setInterval(() => void everyBeat(), beatMs)
  beat.unref()

  return {
    async follow(res, { id: userId, session }, after) {
      if (closed) throw new Refusal('busy', 'The server is stopping.', undefined, { retryAfterS: 10 })
      makeRoom(userId)
      res.once('close', () => {
        listeners.delete(res)
        if (listeners.size === 0) hangUp()
      })
      const listener: Listener = { userId, session, early: '' }
      listeners.set(res, listener)
      await (listening ??= listen())
      const missed = after === undefined ? [] : await readAfter(db, after)
      // A newer stream may have ended this one meanwhile.
      if (!res.writableEnded) begin(res, batchText(missed) + listener.early)
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearInterval(beat)
      for (const res of listeners.keys()) res.end()
      hangUp()
    },
  }

  /** Ends a stream where the account has its share, or the process has no place left. */
  function makeRoom(userId: string): void {
    const all = [...listeners]
    const counts = new Map<string, number>([[userId, 1]])
    for (const [, listener] of all) counts.set(listener.userId, (counts.get(listener.userId) ?? 0) + 1)
    const isFull = all.length >= streams
    // mutation test: feed-stream-limit
    if (!isFull && (counts.get(userId) ?? 0) <= STREAMS_PER_ACCOUNT) return
    const most = Math.max(...all.map(([, listener]) => counts.get(listener.userId) ?? 0))
    // The map keeps the order of insertion: the first match is the oldest.
    const oldest = all.find(([, listener]) =>
      isFull ? counts.get(listener.userId) === most : listener.userId === userId,
    )
    if (!oldest) return
    const [res] = oldest
    listeners.delete(res)
    if (!res.headersSent) begin(res, '')
    res.end(`retry: ${RETRY_ENDED_MS}\n\n`)
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

  /** Sends every listener the events that were not sent yet; the first call only notes the position to start from. */
  async function tell(): Promise<void> {
    gathering = undefined
    const mine = client
    try {
      const since = known
      const rows = since && (await readSince(db, since.highest))
      const isNew = ({ id }: OrderEvent) => !known?.lately.has(id)
      const fresh = rows?.filter(isNew) ?? []
      // mutation test: feed-starts-now
      const next = rows && fresh.length <= BATCH ? positionOf(rows, since) : await readPosition(db)
      // Another connection has taken over: it starts from a position of its own.
      if (client !== mine) return
      known = next
      if (!since) return
      const text = fresh.length <= BATCH ? fresh.map(eventText).join('') : resetText(next.highest)
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
      // mutation test: feed-ends-with-session
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
  if (res.writableLength > UNREAD || listener.early.length > UNREAD) res.destroy()
  else if (res.headersSent) res.write(text)
}

function begin(res: Response, text: string): void {
  res.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' })
  res.write(`retry: ${RETRY_MS}\n\n${text}`)
}

const eventText = (event: OrderEvent): string => `id: ${event.id}\nevent: order\ndata: ${JSON.stringify(event)}\n\n`

/** Makes a client refetch its lists; the id is where the browser continues after a reconnect. */
const resetText = (id: number): string => `id: ${id}\nevent: reset\ndata: ${JSON.stringify({ id })}\n\n`

const batchText = (events: OrderEvent[]): string =>
  // mutation test: feed-resets-far-behind
  events.length > BATCH ? resetText(events.at(-1)?.id ?? 0) : events.map(eventText).join('')

const columns = `e.id::float8 AS id, e.order_id AS "orderId", e.kind, e.new_status AS status`
/** Numbers that may still be missing below a given one: more are not under way at once. */
const UNDER_WAY = 1_000

/** The newest events after a given one, or committed after it was read; more than `BATCH` when there are too many. */
async function readAfter(db: Db, after: number): Promise<OrderEvent[]> {
  const { rows } = await db.raw<{ rows: OrderEvent[] }>(
    `SELECT ${columns} FROM order_events e
     WHERE e.id > ? OR (e.id > ? AND e.id < ? AND
       e.created_at > (SELECT created_at - make_interval(secs => ?) FROM order_events WHERE id = ?))
     ORDER BY e.id DESC LIMIT ?`,
    [after, after - UNDER_WAY, after, LATE_S, after, BATCH + 1],
  )
  return rows.reverse()
}

/** How far the events of this process were sent: the highest id, and the ids of the last `LATE_S` seconds. */
interface Position {
  highest: number
  lately: Set<number>
}

async function readPosition(db: Db): Promise<Position> {
  const { rows } = await db.raw<{ rows: { highest: number; lately: number[] }[] }>(
    `SELECT newest.id AS highest, ARRAY(
       SELECT e.id::float8 FROM order_events e
       WHERE e.id > newest.id - ? AND e.created_at > now() - make_interval(secs => ?)
     ) AS lately
     FROM (SELECT coalesce(max(id), 0)::float8 AS id FROM order_events) newest`,
    [UNDER_WAY, LATE_S],
  )
  const { highest, lately } = rows[0] as (typeof rows)[number] // an aggregate without groups answers one row
  return { highest, lately: new Set(lately) }
}

const positionOf = (rows: OrderEvent[], before: Position | undefined): Position => ({
  highest: Math.max(rows.at(-1)?.id ?? 0, before?.highest ?? 0),
  lately: new Set(rows.map(({ id }) => id)),
})

/** The events after a given one and those of the last `LATE_S` seconds; more than `BATCH` new ones are cut off. */
async function readSince(db: Db, since: number): Promise<OrderEvent[]> {
  const { rows } = await db.raw<{ rows: OrderEvent[] }>(
    // mutation test: feed-late-commit
    `SELECT ${columns} FROM order_events e
     WHERE e.id > least(?, (SELECT max(id) FROM order_events)) - ?
       AND (e.id > ? OR e.created_at > now() - make_interval(secs => ?))
     ORDER BY e.id LIMIT ?`,
    [since, UNDER_WAY, since, LATE_S, UNDER_WAY + BATCH + 1],
  )
  return rows
}
