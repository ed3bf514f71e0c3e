import pg from 'pg'

/** Pause before each reconnect, in ms. */
const RECONNECT_MS = 1_000

export interface ListenOptions {
  url: string
  channel: 'catalogue' | 'jobs' | 'order_events'
  /** Receives the payload, empty without one. */
  onNotification: (payload: string) => void
  /** Runs after each connect and reconnect: Postgres drops notifications sent while the connection was down. */
  onListening: () => void | Promise<void>
  /** Receives the error of a failed attempt to connect or to LISTEN. */
  onError?: (error: unknown) => void
}

export interface NotificationListener extends AsyncDisposable {
  /** Resolves when the latest attempt to connect has ended, with `onListening` or with a failure; never rejects. */
  readonly attempt: Promise<void>
}

/** Subscribes to a Postgres channel by LISTEN on a connection of its own, and reconnects until it is disposed. */
export function listenForNotifications(options: ListenOptions): NotificationListener {
  const { url, channel, onNotification, onListening, onError } = options
  let isClosed = false
  let isConnecting = true
  let client: pg.Client
  let attempt = connect()

  return {
    get attempt() {
      return attempt
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      // `end()` of a connecting client may never resolve: the attempt ends it after the connect.
      if (isConnecting) await attempt
      else await client.end().catch(() => {})
    },
  }

  async function connect(): Promise<void> {
    const connection = createClient()
    client = connection
    isConnecting = true
    try {
      await connection.connect().finally(() => (isConnecting = false))
      if (!isClosed) await connection.query(`LISTEN ${channel}`)
      if (isClosed) await connection.end()
      else await onListening()
    } catch (error) {
      if (!isClosed) onError?.(error)
      await connection.end().catch(() => {})
    }
  }

  function createClient(): pg.Client {
    const created = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, keepAlive: true })
    // Every connection error ends the client; the `end` event starts the reconnect.
    created.on('error', () => {})
    created.once('end', scheduleReconnect)
    created.on('notification', ({ payload = '' }) => {
      if (!isClosed) onNotification(payload)
    })
    return created
  }

  function scheduleReconnect(): void {
    if (isClosed) return
    setTimeout(() => {
      if (!isClosed) attempt = connect()
    }, RECONNECT_MS).unref()
  }
}
