import { afterEach, expect, test, vi } from 'vitest'
import { takeOver } from './take-over.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser that takes the new worker's side at the given time of asking. */
function stubWorker(acceptedAttempt: number) {
  const registration = { installing: {}, waiting: null } as { installing: unknown; waiting: unknown }
  const browser = { attempts: 0, registration }
  vi.stubGlobal('self', {
    registration,
    skipWaiting() {
      browser.attempts += 1
      registration.installing = null
      registration.waiting = browser.attempts < acceptedAttempt ? {} : null
      return Promise.resolve()
    },
  })
  return browser
}

test('a takeover that the browser drops is asked for again each second, until it is done', async () => {
  vi.useFakeTimers()
  const world = stubWorker(3)

  await takeOver()
  expect(world.attempts).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)

  expect(world).toMatchObject({ attempts: 3, registration: { waiting: null } })
  expect(vi.getTimerCount()).toBe(0)
})

test('one that is done at once is asked for once', async () => {
  vi.useFakeTimers()
  const world = stubWorker(1)

  await takeOver()
  await vi.advanceTimersByTimeAsync(10_000)

  expect(world.attempts).toBe(1)
})
