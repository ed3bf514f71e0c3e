import type { Server } from 'node:http'
import type { Db } from '@tsedra/database/connection'
import { listMigrations } from '@tsedra/database/migrate'
import { createHealthServer } from '@tsedra/service/health'
import type { Metrics } from '@tsedra/service/metrics'

/**
 * Creates the health server. Ready means: Postgres responds within a second and migrations are at head.
 *
 * Redis, Telegram, mail and the image store are not checked: the shop sells without them.
 */
export function createReadinessServer(db: Db, isStopping: () => boolean, metrics: Metrics): Server {
  return createHealthServer(
    isStopping,
    async () => {
      const rows = await db('migrations').select<{ name: string }[]>('name')
      const applied = new Set(rows.map(({ name }) => name))
      return (await listMigrations()).every((name) => applied.has(name)) ? {} : { reason: 'migrations' }
    },
    metrics,
  )
}
