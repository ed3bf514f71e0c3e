declare global {
  interface Window {
    longTasks?: PerformanceEntryList
    longTasksCountFrom?: number
  }
}

// These run in the page, each on its own.

/** Counts the long tasks from now on: those before are the ones that measure the machine. */
export function countLongTasks(): void {
  if (!window.longTasks) {
    const tasks: PerformanceEntryList = (window.longTasks = [])
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })
  }
  window.longTasksCountFrom = performance.now()
}

/** Milliseconds of the longest counted task, once the page has come to rest. */
export async function readLongestTask(): Promise<number> {
  await new Promise((resolve) => requestIdleCallback(resolve))
  const { longTasks = [], longTasksCountFrom = 0 } = window
  const counted = longTasks.filter(({ startTime }) => startTime >= longTasksCountFrom)
  return Math.max(0, ...counted.map(({ duration }) => duration))
}
