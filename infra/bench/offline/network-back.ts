import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { fillIn, submitted, tapOrder } from '../../../pwa/e2e/harness/order-form.ts'
import type { Phone } from '../../../pwa/e2e/harness/phone.ts'
import { waitUntil } from '../../../pwa/e2e/harness/wait-until.ts'

interface NetworkBack {
  phone: Phone
  /** Address of a product. */
  product: string
  /** The shop's own address, which is never away. */
  shop: string
  times: number
}

/** How long an order may take before it counts as never having come. */
const WITHIN_MS = 90_000

/** Milliseconds from the network's return until the shop has the order; the page that saved it is open. */
export async function withPageOpen(given: NetworkBack): Promise<number[]> {
  return repeated(given, async (page) => () => page.close())
}

/** The same with no page of the shop open: the service worker sends. */
export async function withPageClosed(given: NetworkBack): Promise<number[]> {
  return repeated(given, async (page) => {
    // The worker is asked in the same breath; from here on the browser has noted it.
    await waitUntil(page, async () => {
      const registration = (await navigator.serviceWorker.ready) as unknown as {
        sync: { getTags(): Promise<string[]> }
      }
      return (await registration.sync.getTags()).includes('outbox')
    })
    // A browser without any page would go away.
    const blank = await page.context().newPage()
    await page.close()
    return () => blank.close()
  })
}

async function repeated(
  { phone, product, shop, times }: NetworkBack,
  prepare: (page: Page) => Promise<() => Promise<void>>,
): Promise<number[]> {
  const tookMs: number[] = []
  while (tookMs.length < times) {
    const page = await phone.context.newPage()
    await page.goto(product)
    await tapOrder(page)
    await fillIn(page)
    await phone.setOffline(true)
    const id = await submitted(page)
    const tidyUp = await prepare(page)

    const backAt = performance.now()
    await phone.setOffline(false)
    tookMs.push(await until(`${shop}/api/orders/${id}`, backAt))
    await tidyUp()
  }
  return tookMs
}

async function until(order: string, since: number): Promise<number> {
  while (performance.now() - since < WITHIN_MS) {
    if ((await fetch(order)).ok) return performance.now() - since
    await pause(20)
  }
  return Number.NaN
}
