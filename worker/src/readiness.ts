import type { Server } from 'node:http'
import type { Db } from '@tsedra/database/connection'
import { readOutboxBacklog } from '@tsedra/database/outbox'
import { createHealthServer } from '@tsedra/service/health'
import type { Metrics } from '@tsedra/service/metrics'
import type { StaffChat } from './channels/telegram/staff-chat.ts'

interface Deps {
  db: Db
  isRedisReady: () => boolean
  staffChat: StaffChat
  isStopping: () => boolean
  metrics: Metrics
}

/**
 * Creates the readiness check: ready while Postgres responds within a second.
 *
 * Outages of Redis and Telegram are reported with 200, because replacing the worker would not help.
 */
export function createReadinessServer({ db, isRedisReady, staffChat, isStopping, metrics }: Deps): Server {
  return createHealthServer(
    isStopping,
    async () => {
      const { oldestS, open, dead, paused } = await readOutboxBacklog(db)
      return {
        redis: isRedisReady() ? 'ok' : 'degraded',
        telegram: staffChat.readOutage()?.reason ?? 'ok',
        oldestUnsentS: Math.round(oldestS),
        unsent: open,
        dead,
        paused,
      }
    },
    metrics,
  )
}
