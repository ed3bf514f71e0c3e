import { checkShell, getShellState } from '../../../shared/shell-state.ts'

/** Milliseconds between two checks of a shell that was complete. */
const CHECK_INTERVAL_MS = 10 * 60_000

/** Checks the shell now, when the network is back and when the page is seen again, but a complete one not too often. */
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
