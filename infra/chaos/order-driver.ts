import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'
import { ORIGIN } from './chaos-stack.ts'

export interface DriverReport {
  accepted: Set<string>
  /** Answers other than 2xx that a phone could not explain by a bad network. */
  unexpectedResponses: string[]
  /** Why an order was sent once more, one for each time. */
  retries: string[]
  /** Milliseconds of each try that was answered with 2xx. */
  latenciesMs: number[]
}

/**
 * Sends orders at an even pace; each is sent again with the same id until the API has answered it, as a phone would.
 *
 * @param origin what the shop calls itself
 */
export function driveOrders(
  url: () => string,
  productIds: readonly string[],
  random: Random,
  perSecond: number,
  origin: string = ORIGIN,
) {
  const report: DriverReport = { accepted: new Set(), unexpectedResponses: [], retries: [], latenciesMs: [] }
  const inFlight = new Set<Promise<void>>()
  const interval = setInterval(() => {
    const pendingOrder = sendUntilAccepted().finally(() => inFlight.delete(pendingOrder))
    inFlight.add(pendingOrder)
  }, 1_000 / perSecond)

  return {
    report,
    /** No more new orders; resolves when each begun one was answered. */
    async stop(): Promise<DriverReport> {
      clearInterval(interval)
      await Promise.all(inFlight)
      return report
    },
  }

  async function sendUntilAccepted(): Promise<void> {
    const order = {
      id: randomUUID(),
      customerName: 'Олена Барвінок',
      customerPhone: `+38067${String(random.below(1e7)).padStart(7, '0')}`,
      items: [{ productId: random.pick(productIds), packageSize: '50г', quantity: 1 + random.below(3) }],
      filledInMs: 20_000,
    }
    const address = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
    for (;;) {
      const outcome = await sendAttempt(order, address)
      if (outcome === 'done') return
      await pause(150 + random.below(350))
    }
  }

  async function sendAttempt(order: { id: string }, address: string): Promise<'done' | 'retry'> {
    const startedAt = performance.now()
    try {
      const response = await fetch(`${url()}/api/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': address },
        body: JSON.stringify(order),
        signal: AbortSignal.timeout(8_000),
      })
      const body = (await response.json()) as { id?: string; code?: string }
      if (response.ok && body.id === order.id) {
        report.accepted.add(order.id)
        report.latenciesMs.push(performance.now() - startedAt)
        return 'done'
      }
      if (response.status < 500) {
        report.unexpectedResponses.push(`${response.status} ${body.code}`)
        return 'done'
      }
      report.retries.push(`${response.status} ${body.code}`)
      if (response.status !== 503 && response.status !== 500)
        report.unexpectedResponses.push(`${response.status} ${body.code}`)
    } catch (error) {
      // Without a response the phone retries under the same id.
      report.retries.push(`${String(error)} after ${Math.round(performance.now() - startedAt)} ms`)
    }
    return 'retry'
  }
}

export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}
