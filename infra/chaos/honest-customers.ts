import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Campaign } from './attack-clients.ts'
import { createRandom } from './random.ts'

/** What this process sends at the end; before it, the latency of each accepted order in ms. */
export interface HonestReport {
  /** Ids of orders that were answered with a marked 2xx. */
  accepted: string[]
  attempts: number
  unexpectedResponses: string[]
}

const ORDERS_PER_SECOND = 5

const report: HonestReport = { accepted: [], attempts: 0, unexpectedResponses: [] }

process.once('disconnect', () => process.exit())
process.once('message', (campaign: Campaign) => {
  void placeOrders(campaign).then(() => process.send?.(report))
})

/** Places orders at an even pace; each is sent until it is accepted, and timed from its first attempt. */
async function placeOrders({ port, isTls, origin, seed, forMs, productIds }: Campaign): Promise<void> {
  const random = createRandom(seed + 1)
  const url = `${isTls ? 'https' : 'http'}://localhost:${port}/api/orders`
  const inFlight = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const order = placeOrder().finally(() => inFlight.delete(order))
    inFlight.add(order)
  }, 1_000 / ORDERS_PER_SECOND)
  await pause(forMs)
  clearInterval(timer)
  await Promise.all(inFlight)

  async function placeOrder(): Promise<void> {
    const startedAt = performance.now()
    const address = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
    const id = randomUUID()
    const body = JSON.stringify({
      id,
      customerName: 'Олена Барвінок',
      customerPhone: `+38067${String(random.below(1e7)).padStart(7, '0')}`,
      items: [{ productId: random.pick(productIds), packageSize: '50г', quantity: 1 + random.below(3) }],
      filledInMs: 20_000,
    })
    for (;;) {
      report.attempts += 1
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': address },
          body,
          signal: AbortSignal.timeout(20_000),
        })
        const isOurs = response.headers.get('x-app') === 'tsedra'
        const responseBody = (await response.json()) as { id?: string; code?: string }
        if (response.ok && isOurs && responseBody.id === id) {
          report.accepted.push(id)
          process.send?.(performance.now() - startedAt)
          return
        }
        if (response.ok || response.status !== 503)
          report.unexpectedResponses.push(`${response.status} ${responseBody.code} (${isOurs})`)
      } catch {
        // Without a response the phone sends the order again under the same id.
      }
      await pause(150 + random.below(350))
    }
  }
}
