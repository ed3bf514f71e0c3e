import type { Server } from 'node:http'
import type { Db } from '@tsedra/database/connection'
import { knownMigrations } from '@tsedra/database/migrate'
import { healthServer } from '@tsedra/service/health'
import type { Metrics } from '@tsedra/service/metrics'

/**
 * Ready is: Postgres answers within a second and migrations are at head.
 *
 * Redis, Telegram, mail and the image store are not asked: the shop sells without them.
 */
export function openHealth(db: Db, isStopping: () => boolean, metrics: Metrics): Server {
  return healthServer(
    isStopping,
    async () => {
      const rows = await db('migrations').select<{ name: string }[]>('name')
      const done = new Set(rows.map(({ name }) => name))
      return (await knownMigrations()).every((name) => done.has(name)) ? {} : { reason: 'migrations' }
    },
    metrics,
  )
}
