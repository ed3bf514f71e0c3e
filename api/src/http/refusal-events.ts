import type { ErrorCode } from '@tsedra/contract/errors'
import type { Log } from '@tsedra/service/log'
import type { Metrics } from '@tsedra/service/metrics'
import type { Request } from 'express'
import { type Refusal, type RefusalEvent, refusalEvents } from './refusal.ts'

const byCode: Partial<Record<ErrorCode, RefusalEvent>> = {
  forbidden: 'access-denied',
  second_factor_required: 'access-denied',
  too_many_requests: 'rate-limited',
  picture_unfit: 'upload-refused',
}

/** Minimum interval between two `rate-limited` lines, in milliseconds: a flood is counted, but must not fill the log. */
const FLOOD_LOG_INTERVAL_MS = 1_000

/** Creates a function that logs and counts security-relevant refusals (infra/decisions/0033-operations.md). */
export function createRefusalRecorder(
  log: Log,
  metrics: Metrics,
  now: () => number = Date.now,
): (refusal: Refusal, req: Request) => void {
  const count = metrics.countersBy(
    'event',
    refusalEvents,
    'tsedra_requests_rejected_total',
    'Refused requests, by event.',
  )
  let floodLoggedAtMs = Number.NEGATIVE_INFINITY
  return (refusal, req) => {
    const event = refusal.event ?? byCode[refusal.code]
    if (!event) return
    count(event)
    if (event === 'rate-limited') {
      if (now() - floodLoggedAtMs < FLOOD_LOG_INTERVAL_MS) return
      floodLoggedAtMs = now()
    }
    const route = (req.route as { path?: string } | undefined)?.path ?? 'none'
    log.info({ event, method: req.method, route, user: refusal.user, requestId: req.id }, 'refused')
  }
}
