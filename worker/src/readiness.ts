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
 * Ready is: Postgres answers within a second.
 *
 * Redis and Telegram away make a worker that waits, not one to be replaced: they are told, with 200.
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
