import { checkShell, getShellState } from '../../../shared/shell-state.ts'

/** Minimum milliseconds between two checks of a complete shell. */
const CHECK_INTERVAL_MS = 10 * 60_000

/** Checks the cached shell now, when back online and when the page becomes visible; a complete one at most every 10 minutes. */
export function scheduleShellChecks(): void {
  let checkedAt = Number.NEGATIVE_INFINITY
  const check = () => {
    const isComplete = getShellState()?.missing === 0
    if (document.visibilityState !== 'visible' || (isComplete && performance.now() - checkedAt < CHECK_INTERVAL_MS))
      return
    checkedAt = performance.now()
    checkShell()
  }
  document.addEventListener('visibilitychange', check)
  addEventListener('online', check)
  check()
}
