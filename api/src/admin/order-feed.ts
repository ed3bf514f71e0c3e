import type { OrderEvent } from '@tsedra/contract/admin-orders'
import type { Db } from '@tsedra/database/connection'
import { listenForNotifications, type NotificationListener } from '@tsedra/database/notification-listener'
import type { Response } from 'express'
import { type SignedInUser, filterActiveStaffSessions } from '../accounts/session-store.ts'
import { Refusal } from '../http/refusal.ts'

/** Milliseconds between heartbeats on an idle stream; the edge times out after 15 s without data. */
const HEARTBEAT_MS = 10_000
/** Milliseconds for which events are batched before they are sent. */
const DEBOUNCE_MS = 50
/** An event gets its id on insert and becomes visible on commit: maximum delay between them, in seconds. */
const COMMIT_DELAY_S = 10
/** Maximum number of events in one batch; a client that missed more receives one `reset` and refetches its lists. */
const MAX_BATCH = 100
/** Maximum number of streams in one process; a browser needs one. */
const MAX_STREAMS = 200
export const MAX_STREAMS_PER_ACCOUNT = 8
/** Reconnect delay of browsers in milliseconds, after a broken stream or one that a newer stream has ended. */
const RETRY_MS = 2_000
const RETRY_AFTER_EVICTION_MS = 60_000
/** Maximum number of unread bytes per stream. */
const MAX_UNREAD_BYTES = 65_536

export interface OrderFeed extends AsyncDisposable {
  /**
   * Responds with a stream of order events until the client disconnects or loses its access.
   *
   * The newest stream of a user ends the oldest one above the limit; when the process is full, the user with the most
   * streams loses one.
   *
   * @param after the last event that the client received; later events are sent first, or `reset` when there are too many
   * @throws Refusal `busy` while the process stops
   */
  subscribe(res: Response, user: SignedInUser, after?: number): Promise<void>
}

interface Options {
  db: Db
  url: string
  heartbeatMs?: number
  maxStreams?: number
}

interface Subscriber {
  userId: string
  session: Buffer
  /** Events that arrive before the response starts; missed events are sent before them. */
  buffered: string
}

/**
 * Follows `order_events` by LISTEN while there are subscribers (infra/decisions/0029-order-administration.md). While Postgres
 * is unavailable nothing is sent; the missed events follow after the reconnect.
 */
export function openOrderFeed({ db, url, heartbeatMs = HEARTBEAT_MS, maxStreams = MAX_STREAMS }: Options): OrderFeed {
  const subscribers = new Map<Response, Subscriber>()
  let listener: NotificationListener | undefined
  /** Changes with every connection, so that a slow broadcast of an earlier one does not set the position. */
  let connectionNumber = 0
  let debounceTimer: NodeJS.Timeout | undefined
  let position: Position | undefined
  let isClosed = false
  let isBeating = false
  const heartbeat = setInterval(() => void sendHeartbeat(), heartbeatMs)
  heartbeat.unref()

  return {
    async subscribe(res, { id: userId, session }, after) {
      if (isClosed) throw new Refusal('busy', 'The server is stopping.', undefined, { retryAfterS: 10 })
      evictOldestStream(userId)
      res.once('close', () => {
        subscribers.delete(res)
        if (subscribers.size === 0) disconnect()
      })
      const subscriber: Subscriber = { userId, session, buffered: '' }
      subscribers.set(res, subscriber)
      listener ??= listen()
      await listener.attempt
      const missed = after === undefined ? [] : await readEventsAfter(db, after)
      // A newer stream may have ended this one during the query.
      if (!res.writableEnded) startStream(res, batchText(missed) + subscriber.buffered)
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      clearInterval(heartbeat)
      for (const res of subscribers.keys()) res.end()
      disconnect()
    },
  }

  /** Ends the oldest stream of a user above the limit, or of the user with the most streams when the process is full. */
  function evictOldestStream(userId: string): void {
    const entries = [...subscribers]
    const counts = new Map<string, number>([[userId, 1]])
    for (const [, subscriber] of entries) counts.set(subscriber.userId, (counts.get(subscriber.userId) ?? 0) + 1)
    const isFull = entries.length >= maxStreams
    // mutation test: feed-stream-limit
    if (!isFull && (counts.get(userId) ?? 0) <= MAX_STREAMS_PER_ACCOUNT) return
    const maxCount = Math.max(...entries.map(([, subscriber]) => counts.get(subscriber.userId) ?? 0))
    // The map keeps the order of insertion: the first match is the oldest.
    const oldest = entries.find(([, subscriber]) =>
      isFull ? counts.get(subscriber.userId) === maxCount : subscriber.userId === userId,
    )
    if (!oldest) return
    const [res] = oldest
    subscribers.delete(res)
    if (!res.headersSent) startStream(res, '')
    res.end(`retry: ${RETRY_AFTER_EVICTION_MS}\n\n`)
  }

  /** Does not await the disposal: an attempt to connect takes up to two seconds. */
  function disconnect(): void {
    clearTimeout(debounceTimer)
    connectionNumber += 1
    void listener?.[Symbol.asyncDispose]()
    debounceTimer = listener = position = undefined
  }

  function listen(): NotificationListener {
    return listenForNotifications({
      url,
      channel: 'order_events',
      onNotification: (payload) => {
        if (payload) sendToAll(presenceText(payload))
        else debounceTimer ??= setTimeout(() => void broadcast(), DEBOUNCE_MS)
      },
      onListening: async () => {
        connectionNumber += 1
        await broadcast()
      },
    })
  }

  /** Sends new events to every subscriber; the first call only stores the start position. */
  async function broadcast(): Promise<void> {
    debounceTimer = undefined
    const connection = connectionNumber
    try {
      const since = position
      const rows = since && (await readEventsSince(db, since.highest))
      const isNew = ({ id }: OrderEvent) => !position?.recentIds.has(id)
      const newEvents = rows?.filter(isNew) ?? []
      // mutation test: feed-starts-now
      const next = rows && newEvents.length <= MAX_BATCH ? toPosition(rows, since) : await readPosition(db)
      // A newer connection has its own start position.
      if (connectionNumber !== connection) return
      position = next
      if (!since) return
      const text = newEvents.length <= MAX_BATCH ? newEvents.map(eventText).join('') : resetText(next.highest)
      if (text) sendToAll(text)
    } catch {
      // Postgres is unavailable: the next heartbeat retries.
    }
  }

  function sendToAll(text: string): void {
    for (const [res, subscriber] of subscribers) writeTo(res, subscriber, text)
  }

  /** Keeps streams alive, and closes those of users who have signed out or are no longer staff. */
  async function sendHeartbeat(): Promise<void> {
    if (isBeating || subscribers.size === 0) return
    isBeating = true
    await broadcast()
    const started = [...subscribers].filter(([res]) => res.headersSent)
    const sessions = started.map(([, { session }]) => session)
    // Postgres is unavailable: streams stay open.
    const activeSessions = await filterActiveStaffSessions(db, sessions).catch(() => sessions)
    for (const [res, subscriber] of started) {
      // mutation test: feed-ends-with-session
      if (activeSessions.some((session) => session.equals(subscriber.session))) writeTo(res, subscriber, ':\n\n')
      else res.end()
    }
    isBeating = false
  }
}

/** Closes a stream whose client does not read. */
function writeTo(res: Response, subscriber: Subscriber, text: string): void {
  if (res.writableEnded) return
  if (!res.headersSent) subscriber.buffered += text
  if (res.writableLength > MAX_UNREAD_BYTES || subscriber.buffered.length > MAX_UNREAD_BYTES) res.destroy()
  else if (res.headersSent) res.write(text)
}

function startStream(res: Response, text: string): void {
  res.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' })
  res.write(`retry: ${RETRY_MS}\n\n${text}`)
}

const eventText = (event: OrderEvent): string => `id: ${event.id}\nevent: order\ndata: ${JSON.stringify(event)}\n\n`

/** Without an id: a browser that reconnects continues after the last order event. */
// mutation test: presence-without-id
const presenceText = (payload: string): string => `event: presence\ndata: ${payload}\n\n`

/** Makes a client refetch its lists; the id is where the browser continues after a reconnect. */
const resetText = (id: number): string => `id: ${id}\nevent: reset\ndata: ${JSON.stringify({ id })}\n\n`

const batchText = (events: OrderEvent[]): string =>
  // mutation test: feed-resets-far-behind
  events.length > MAX_BATCH ? resetText(events.at(-1)?.id ?? 0) : events.map(eventText).join('')

const eventColumns = `e.id::float8 AS id, e.order_id AS "orderId", e.kind, e.new_status AS status`
/** Maximum number of ids below a given one whose transactions may still be open. */
const MAX_UNCOMMITTED = 1_000

/** Returns the newest events after a given one, or committed after it was read; more than `MAX_BATCH` when there are too many. */
async function readEventsAfter(db: Db, after: number): Promise<OrderEvent[]> {
  const { rows } = await db.raw<{ rows: OrderEvent[] }>(
    `SELECT ${eventColumns} FROM order_events e
     WHERE e.id > ? OR (e.id > ? AND e.id < ? AND
       e.created_at > (SELECT created_at - make_interval(secs => ?) FROM order_events WHERE id = ?))
     ORDER BY e.id DESC LIMIT ?`,
    [after, after - MAX_UNCOMMITTED, after, COMMIT_DELAY_S, after, MAX_BATCH + 1],
  )
  return rows.reverse()
}

/** Position up to which this process has sent events: the highest id, and the ids of the last `COMMIT_DELAY_S` seconds. */
interface Position {
  highest: number
  recentIds: Set<number>
}

async function readPosition(db: Db): Promise<Position> {
  const { rows } = await db.raw<{ rows: { highest: number; lately: number[] }[] }>(
    `SELECT newest.id AS highest, ARRAY(
       SELECT e.id::float8 FROM order_events e
       WHERE e.id > newest.id - ? AND e.created_at > now() - make_interval(secs => ?)
     ) AS lately
     FROM (SELECT coalesce(max(id), 0)::float8 AS id FROM order_events) newest`,
    [MAX_UNCOMMITTED, COMMIT_DELAY_S],
  )
  const { highest, lately } = rows[0] as (typeof rows)[number] // an aggregate without groups returns one row
  return { highest, recentIds: new Set(lately) }
}

const toPosition = (rows: OrderEvent[], before: Position | undefined): Position => ({
  highest: Math.max(rows.at(-1)?.id ?? 0, before?.highest ?? 0),
  recentIds: new Set(rows.map(({ id }) => id)),
})

/** Returns the events after a given one and those of the last `COMMIT_DELAY_S` seconds, `MAX_BATCH` new ones at most. */
async function readEventsSince(db: Db, since: number): Promise<OrderEvent[]> {
  const { rows } = await db.raw<{ rows: OrderEvent[] }>(
    // mutation test: feed-late-commit
    `SELECT ${eventColumns} FROM order_events e
     WHERE e.id > least(?, (SELECT max(id) FROM order_events)) - ?
       AND (e.id > ? OR e.created_at > now() - make_interval(secs => ?))
     ORDER BY e.id LIMIT ?`,
    [since, MAX_UNCOMMITTED, since, COMMIT_DELAY_S, MAX_UNCOMMITTED + MAX_BATCH + 1],
  )
  return rows
}
