import { afterEach, expect, test, vi } from 'vitest'
import { takeOver } from './take-over.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Stubs a browser that activates the new worker at the given attempt. */
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

test('retries skipWaiting each second until the worker is activated', async () => {
  vi.useFakeTimers()
  const browser = stubWorker(3)

  await takeOver()
  expect(browser.attempts).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)

  expect(browser).toMatchObject({ attempts: 3, registration: { waiting: null } })
  expect(vi.getTimerCount()).toBe(0)
})

test('does not retry when the first attempt succeeds', async () => {
  vi.useFakeTimers()
  const browser = stubWorker(1)

  await takeOver()
  await vi.advanceTimersByTimeAsync(10_000)

  expect(browser.attempts).toBe(1)
})
