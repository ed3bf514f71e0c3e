import type { Server } from 'node:http'
import type { Db } from '@tsedra/database/connection'
import { readWaiting } from '@tsedra/database/outbox'
import { healthServer } from '@tsedra/service/health'
import type { Metrics } from '@tsedra/service/metrics'
import type { Telegram } from './senders/telegram.ts'

interface Deps {
  db: Db
  redisAnswers: () => boolean
  telegram: Telegram
  isStopping: () => boolean
  metrics: Metrics
}

/**
 * Ready is: Postgres answers within a second.
 *
 * Redis and Telegram away make a worker that waits, not one to be replaced: they are told, with 200.
 */
export function openHealth({ db, redisAnswers, telegram, isStopping, metrics }: Deps): Server {
  return healthServer(
    isStopping,
    async () => {
      const { oldestS, open, dead, paused } = await readWaiting(db)
      return {
        redis: redisAnswers() ? 'ok' : 'degraded',
        telegram: telegram.closed()?.reason ?? 'ok',
        oldestUnsentS: Math.round(oldestS),
        unsent: open,
        dead,
        paused,
      }
    },
    metrics,
  )
}
