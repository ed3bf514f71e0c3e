/** Work that can be interrupted after each step. */
export type Steps<Result> = Generator<void, Result, void>

/** Milliseconds of work between two pauses: at a quarter of the speed it stays below a long task of 50 ms. */
const SLICE_MS = 8

/** Runs all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Runs the steps in slices of SLICE_MS and waits for `pause` between them. */
export async function runStepsInSlices<Result>(steps: Steps<Result>, pause: () => Promise<unknown>): Promise<Result> {
  for (let startedAt = Date.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (Date.now() - startedAt < SLICE_MS) continue
    await pause()
    startedAt = Date.now()
  }
}
