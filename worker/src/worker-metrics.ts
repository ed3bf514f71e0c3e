import { type Db, countWaitingQueries } from '@tsedra/database/connection'
import { readOutboxBacklog } from '@tsedra/database/outbox'
import { collectDatabaseMetrics, collectProcessMetrics, createMetrics, type Metrics } from '@tsedra/service/metrics'
import type { StaffChat } from './channels/telegram/staff-chat.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { RetentionSweeper } from './retention-sweeper.ts'

interface Deps {
  db: Db
  queue: JobQueue
  isRedisReady: () => boolean
  staffChat: StaffChat
  sweeper: RetentionSweeper
}

/** Creates the metrics of a worker (infra/decisions/0033-operations.md). */
export function createWorkerMetrics({ db, queue, isRedisReady, staffChat, sweeper }: Deps): Metrics {
  const metrics = createMetrics()
  collectProcessMetrics(metrics)
  collectDatabaseMetrics(metrics, {
    readBacklog: () => readOutboxBacklog(db),
    countWaitingQueries: () => countWaitingQueries(db),
  })
  metrics.gauges(
    {
      tsedra_redis_up: '1 while Redis responds to the worker.',
      tsedra_telegram_up: '1 while Telegram accepts messages to the staff chat.',
    },
    () => ({ tsedra_redis_up: Number(isRedisReady()), tsedra_telegram_up: Number(!staffChat.readOutage()) }),
  )
  metrics.gauges(
    { tsedra_last_sweep_timestamp_seconds: 'Time of the last complete retention sweep of this process; 0 before.' },
    () => ({ tsedra_last_sweep_timestamp_seconds: Math.floor(sweeper.lastSweptAtMs / 1_000) }),
  )
  metrics.gauges(
    {
      tsedra_queue_waiting_jobs: 'Entries in Redis that no worker has taken.',
      tsedra_queue_failed_jobs: 'Entries in Redis that failed outside their handler.',
    },
    async () => {
      const { waiting, failed } = await queue.countJobs()
      return { tsedra_queue_waiting_jobs: waiting, tsedra_queue_failed_jobs: failed }
    },
  )
  return metrics
}
