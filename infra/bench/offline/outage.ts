import type { FaultProxy } from '../../../pwa/e2e/harness/fault-proxy.ts'
import type { Phone } from '../../../pwa/e2e/harness/phone.ts'
import { anEntry, layIn } from '../../../pwa/e2e/harness/outbox-rows.ts'
import { waitUntil } from '../../../pwa/e2e/harness/wait-until.ts'

/** How long all of them may take before it counts as never having come. */
const WITHIN_MS = 180_000

/**
 * After an outage: so many requests wait on one phone, and the network is back.
 *
 * @returns milliseconds until the last one has arrived, and of the page's longest task meanwhile
 * @throws when one was sent twice or not at all
 */
export async function sendAfterOutage(
  { phone, network }: { phone: Phone; network: FaultProxy },
  many: number,
): Promise<{ tookMs: number; longestMs: number }> {
  const page = await phone.context.newPage()
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  network.mode = 'down'
  const kept = Array.from({ length: many }, (_, place) =>
    anEntry({ seq: place + 1, phone: `+38067${String(1_000_000 + place)}` }),
  )
  await layIn(page, kept)
  const posted = network.posts.length

  network.heal()
  const backAt = performance.now()
  await page.evaluate(() => {
    window.longTasks = []
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask' })
    dispatchEvent(new Event('online'))
  })
  await waitUntil(page, allArrived, WITHIN_MS)
  const tookMs = performance.now() - backAt
  const longestMs = await page.evaluate(() => Math.max(0, ...window.longTasks.map(({ duration }) => duration)))
  await page.close()

  const ids = new Set(network.posts.slice(posted))
  if (ids.size !== many || network.posts.length - posted !== many) {
    throw new Error(`${many} waited, ${network.posts.length - posted} were sent, of ${ids.size} requests`)
  }
  return { tookMs, longestMs }
}

/** Runs in the page. Counts in the index: to read them all would be the work that is measured. */
function allArrived(): Promise<boolean> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open('tsedra-outbox')
    asked.onerror = () => fail(asked.error)
    asked.onsuccess = () => {
      const waiting = asked.result.transaction('outbox').objectStore('outbox').index('state').count('queued')
      const sending = asked.result.transaction('outbox').objectStore('outbox').index('state').count('sending')
      sending.onsuccess = () => {
        asked.result.close()
        done(waiting.result + sending.result === 0)
      }
    }
  })
}
