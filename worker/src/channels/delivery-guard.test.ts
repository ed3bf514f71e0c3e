import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCircuitBreaker, createFixedDelay } from './circuit-breaker.ts'
import type { NotDelivered } from './delivery.ts'
import { createDeliveryGuard } from './delivery-guard.ts'
import type { Failure, FailurePolicy } from './failure.ts'

const policy: FailurePolicy = { onRejected: 'drop', onInterrupted: 'wait', rateLimitPausesQueue: false }
const sent = { kind: 'sent', messageId: 1 } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openGuard({
  policy: changes = {},
  concurrency = 2,
}: {
  policy?: Partial<FailurePolicy>
  concurrency?: number
} = {}) {
  const onRecovery = vi.fn()
  const guard = createDeliveryGuard({
    circuit: createCircuitBreaker(2_000, onRecovery),
    classify: (error) => error as Failure,
    policy: { ...policy, ...changes },
    concurrency,
  })
  const fail = (failure: Failure): Promise<NotDelivered | typeof sent> =>
    guard<typeof sent>(() => Promise.reject(failure as unknown as Error))
  return { guard, fail, onRecovery }
}

test('circuit breaker: the backoff is 1, 2, 2 s, nothing is sent in between, a sent probe closes the circuit', async () => {
  const { guard, fail, onRecovery } = openGuard()
  const deliver = vi.fn(() => Promise.resolve(sent))

  for (const waitMs of [1_000, 2_000, 2_000]) {
    expect(await fail({ kind: 'unreachable', reason: 'down' })).toMatchObject({ kind: 'not_sent', waitMs })
    expect(await guard(deliver)).toMatchObject({ kind: 'not_sent', reason: 'down', waitMs })
    vi.advanceTimersByTime(waitMs)
  }
  expect(deliver).not.toHaveBeenCalled()
  expect(await guard(deliver)).toBe(sent)
  expect(onRecovery).toHaveBeenCalledOnce()
  expect(await fail({ kind: 'unreachable', reason: 'down' })).toMatchObject({ waitMs: 1_000 })
})

test('concurrency limit: a message above the limit waits without an attempt', async () => {
  const { guard } = openGuard({ concurrency: 1 })
  const first = Promise.withResolvers<typeof sent>()
  const running = guard(() => first.promise)

  expect(await guard(() => Promise.resolve(sent))).toMatchObject({ kind: 'not_sent', waitMs: 500 })
  first.resolve(sent)
  expect(await running).toBe(sent)
  expect(await guard(() => Promise.resolve(sent))).toBe(sent)
})

const rateLimit = { kind: 'rate-limited', reason: 'r', retryAfterMs: 7_000 } as const
const interruption = { kind: 'interrupted', reason: 'r' } as const
const rejection = { kind: 'rejected', reason: 'r' } as const

test.each<[string, Failure, Partial<FailurePolicy>, NotDelivered]>([
  [
    'a server error is unknown and waits',
    { kind: 'server-error', reason: 'r' },
    {},
    { kind: 'unknown', reason: 'r', waitMs: 1_000 },
  ],
  [
    'a rate limit waits as long as required',
    rateLimit,
    {},
    { kind: 'not_sent', reason: 'r', waitMs: 7_000, pausesQueue: false },
  ],
  [
    'a rate limit pauses the queue',
    rateLimit,
    { rateLimitPausesQueue: true },
    { kind: 'not_sent', reason: 'r', waitMs: 7_000, pausesQueue: true },
  ],
  [
    'a wrong token waits for the probe',
    { kind: 'misconfigured', reason: 'r', probeMs: 60_000 },
    {},
    { kind: 'not_sent', reason: 'r', waitMs: 60_000, pausesQueue: false },
  ],
  ['an interruption waits', interruption, {}, { kind: 'unknown', reason: 'r', waitMs: 1_000 }],
  ['an interruption counts as an attempt', interruption, { onInterrupted: 'retry' }, { kind: 'unknown', reason: 'r' }],
  ['a rejection ends the job', rejection, {}, { kind: 'nothing', reason: 'r' }],
  [
    'a rejection counts as an attempt',
    rejection,
    { onRejected: 'retry' },
    { kind: 'not_sent', reason: 'r', waitMs: 0, pausesQueue: false },
  ],
])('failure policy: %s', async (_case, failure, changes, delivery) => {
  expect(await openGuard({ policy: changes }).fail(failure)).toEqual(delivery)
})

test('fixed delay: failures of one receiver do not block the others', async () => {
  const guard = createDeliveryGuard({ circuit: createFixedDelay(2_000), classify: (error) => error as Failure, policy })

  expect(await guard<typeof sent>(() => Promise.reject(interruption as unknown as Error))).toMatchObject({
    waitMs: 2_000,
  })
  expect(await guard(() => Promise.resolve(sent))).toBe(sent)
})
