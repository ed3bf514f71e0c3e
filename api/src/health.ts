import { createServer, type Server } from 'node:http'
import { knownMigrations } from '@tsedra/database/migrate'
import type { Db } from '@tsedra/database/connection'

/**
 * Answers `/healthz` (the event loop turns) and `/readyz` (Postgres answers within a second, migrations are at head).
 *
 * Redis, Telegram, mail and the image store are not asked: the shop sells without them.
 */
export function healthServer(db: Db, isStopping: () => boolean): Server {
  return createServer((req, res) => {
    const answer = (status: number, body: object) =>
      res
        .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
        .end(JSON.stringify(body))

    if (req.url === '/healthz') return void answer(200, { ok: true })
    if (req.url !== '/readyz') return void answer(404, { ok: false })
    if (isStopping()) return void answer(503, { ok: false, reason: 'stopping' })
    whatIsMissing(db).then(
      (reason) => answer(reason ? 503 : 200, reason ? { ok: false, reason } : { ok: true }),
      () => answer(503, { ok: false, reason: 'database' }),
    )
  })
}

async function whatIsMissing(db: Db): Promise<string | undefined> {
  const rows = await db('migrations').select<{ name: string }[]>('name').timeout(1_000)
  const done = new Set(rows.map(({ name }) => name))
  return (await knownMigrations()).every((name) => done.has(name)) ? undefined : 'migrations'
}
