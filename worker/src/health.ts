import { createServer, type Server } from 'node:http'
import type { Db } from '@tsedra/database/connection'
import { readWaiting } from '@tsedra/database/outbox'
import type { Telegram } from './senders/telegram.ts'

interface Deps {
  db: Db
  redisAnswers: () => boolean
  telegram: Telegram
  isStopping: () => boolean
}

/**
 * Answers `/healthz` (the event loop turns) and `/readyz` (Postgres answers within a second).
 *
 * Redis and Telegram away make a worker that waits, not one to be replaced: they are told, with 200.
 */
export function healthServer({ db, redisAnswers, telegram, isStopping }: Deps): Server {
  return createServer((req, res) => {
    const answer = (status: number, body: object) =>
      res
        .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
        .end(JSON.stringify(body))

    if (req.url === '/healthz') return void answer(200, { ok: true })
    if (req.url !== '/readyz') return void answer(404, { ok: false })
    if (isStopping()) return void answer(503, { ok: false, reason: 'stopping' })
    within(readWaiting(db), 1_000).then(
      ({ oldestS, open, dead }) =>
        answer(200, {
          ok: true,
          redis: redisAnswers() ? 'ok' : 'degraded',
          telegram: telegram.closed()?.reason ?? 'ok',
          oldestUnsentS: Math.round(oldestS),
          unsent: open,
          dead,
        }),
      () => answer(503, { ok: false, reason: 'database' }),
    )
  })
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('too late')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
