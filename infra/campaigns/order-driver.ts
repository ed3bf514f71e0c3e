import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import { ORIGIN } from './rig.ts'

export interface DriverReport {
  accepted: Set<string>
  /** Answers other than 2xx that a phone could not explain by a bad network. */
  surprises: string[]
  /** Why an order was sent once more, one for each time. */
  again: string[]
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
  dice: Dice,
  perSecond: number,
  origin: string = ORIGIN,
) {
  const report: DriverReport = { accepted: new Set(), surprises: [], again: [], latenciesMs: [] }
  const under = new Set<Promise<void>>()
  const pace = setInterval(() => {
    const one = sendUntilTaken().finally(() => under.delete(one))
    under.add(one)
  }, 1_000 / perSecond)

  return {
    report,
    /** No more new orders; resolves when each begun one was answered. */
    async stop(): Promise<DriverReport> {
      clearInterval(pace)
      await Promise.all(under)
      return report
    },
  }

  async function sendUntilTaken(): Promise<void> {
    const order = {
      id: randomUUID(),
      customerName: 'Олена Барвінок',
      customerPhone: `+38067${String(dice.below(1e7)).padStart(7, '0')}`,
      items: [{ productId: dice.pick(productIds), packageSize: '50г', quantity: 1 + dice.below(3) }],
      filledInMs: 20_000,
    }
    const from = `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`
    for (;;) {
      const outcome = await sendOnce(order, from)
      if (outcome === 'done') return
      await pause(150 + dice.below(350))
    }
  }

  async function sendOnce(order: { id: string }, from: string): Promise<'done' | 'again'> {
    const startedAt = performance.now()
    try {
      const response = await fetch(`${url()}/api/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': from },
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
        report.surprises.push(`${response.status} ${body.code}`)
        return 'done'
      }
      report.again.push(`${response.status} ${body.code}`)
      if (response.status !== 503 && response.status !== 500) report.surprises.push(`${response.status} ${body.code}`)
    } catch (error) {
      // No answer: the phone cannot know, so it asks again.
      report.again.push(`${String(error)} after ${Math.round(performance.now() - startedAt)} ms`)
    }
    return 'again'
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
