import { afterEach, expect, test, vi } from 'vitest'
import { runSteps, runStepsInSlices } from './run-steps.ts'

afterEach(() => void vi.useRealTimers())

/** Yields after each of the steps, which take `stepMs` each, and returns their number. */
function* work(steps: number, stepMs: number) {
  for (let step = 0; step < steps; step++) {
    vi.advanceTimersByTime(stepMs)
    yield
  }
  return steps
}

test('steps in slices pause after 8 ms of work, not after each step', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const pause = vi.fn(async () => {})

  expect(await runStepsInSlices(work(16, 2), pause)).toBe(16)
  expect(pause).toHaveBeenCalledTimes(4)
})

test('steps without pauses run at once', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  expect(runSteps(work(3, 20))).toBe(3)
})
