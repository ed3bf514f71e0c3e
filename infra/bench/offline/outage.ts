import type { FaultProxy } from '../../../pwa/e2e/harness/fault-proxy.ts'
import type { Phone } from '../../../pwa/e2e/harness/phone.ts'
import { buildEntry, insertEntries } from '../../../pwa/e2e/harness/outbox-database.ts'
import { waitUntil } from '../../../pwa/e2e/harness/wait-until.ts'
import { countLongTasks, readLongestTask } from './long-tasks.ts'

/** How long all of them may take before it counts as never having come. */
const TIMEOUT_MS = 180_000

/**
 * After an outage: so many requests wait on one phone, and the network is back.
 *
 * @returns milliseconds until the last one has arrived, and the page's longest task during that time
 * @throws when one was sent twice or not at all
 */
export async function measureAfterOutage(
  { phone, network }: { phone: Phone; network: FaultProxy },
  requestCount: number,
): Promise<{ tookMs: number; longestMs: number }> {
  const page = await phone.context.newPage()
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  network.mode = 'down'
  const queuedEntries = Array.from({ length: requestCount }, (_, index) =>
    buildEntry({ seq: index + 1, phone: `+38067${String(1_000_000 + index)}` }),
  )
  await insertEntries(page, queuedEntries)
  const postsBefore = network.posts.length

  network.recover()
  const onlineAt = performance.now()
  await page.evaluate(countLongTasks)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await waitUntil(page, isOutboxEmpty, TIMEOUT_MS)
  const tookMs = performance.now() - onlineAt
  const longestMs = await page.evaluate(readLongestTask)
  await page.close()

  const ids = new Set(network.posts.slice(postsBefore))
  if (ids.size !== requestCount || network.posts.length - postsBefore !== requestCount) {
    throw new Error(`${requestCount} waited, ${network.posts.length - postsBefore} were sent, of ${ids.size} requests`)
  }
  return { tookMs, longestMs }
}

/** Runs in the page. Counts in the index: to read them all would be the work that is measured. */
function isOutboxEmpty(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const openRequest = indexedDB.open('tsedra-outbox')
    openRequest.onerror = () => reject(openRequest.error)
    openRequest.onsuccess = () => {
      const queuedCount = openRequest.result.transaction('outbox').objectStore('outbox').index('state').count('queued')
      const sendingCount = openRequest.result
        .transaction('outbox')
        .objectStore('outbox')
        .index('state')
        .count('sending')
      sendingCount.onsuccess = () => {
        openRequest.result.close()
        resolve(queuedCount.result + sendingCount.result === 0)
      }
    }
  })
}
