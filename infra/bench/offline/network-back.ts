import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { fillOrderForm, submitOrder, openOrderForm } from '../../../pwa/e2e/harness/order-form.ts'
import type { Phone } from '../../../pwa/e2e/harness/phone.ts'
import { waitUntil } from '../../../pwa/e2e/harness/wait-until.ts'

interface NetworkBackOptions {
  phone: Phone
  /** Address of a product. */
  product: string
  /** The shop's own address, which stays reachable. */
  shop: string
  times: number
}

/** How long an order may take before it counts as never having come. */
const TIMEOUT_MS = 90_000

/** Milliseconds from the network's return until the shop has the order; the page that saved it is open. */
export async function measureWithPageOpen(options: NetworkBackOptions): Promise<number[]> {
  return measureRepeatedly(options, async (page) => () => page.close())
}

/** The same with no page of the shop open: the service worker sends. */
export async function measureWithPageClosed(options: NetworkBackOptions): Promise<number[]> {
  return measureRepeatedly(options, async (page) => {
    // The worker receives the sync event at once; from here on the browser has registered it.
    await waitUntil(page, async () => {
      const registration = (await navigator.serviceWorker.ready) as unknown as {
        sync: { getTags(): Promise<string[]> }
      }
      return (await registration.sync.getTags()).includes('outbox')
    })
    // A browser without any page would exit.
    const blank = await page.context().newPage()
    await page.close()
    return () => blank.close()
  })
}

async function measureRepeatedly(
  { phone, product, shop, times }: NetworkBackOptions,
  prepare: (page: Page) => Promise<() => Promise<void>>,
): Promise<number[]> {
  const tookMs: number[] = []
  while (tookMs.length < times) {
    const page = await phone.context.newPage()
    await page.goto(product)
    await openOrderForm(page)
    await fillOrderForm(page)
    await phone.setOffline(true)
    const id = await submitOrder(page)
    const cleanUp = await prepare(page)

    const onlineAt = performance.now()
    await phone.setOffline(false)
    tookMs.push(await measureUntilStored(`${shop}/api/orders/${id}`, onlineAt))
    await cleanUp()
  }
  return tookMs
}

async function measureUntilStored(orderUrl: string, startedAt: number): Promise<number> {
  while (performance.now() - startedAt < TIMEOUT_MS) {
    if ((await fetch(orderUrl)).ok) return performance.now() - startedAt
    await pause(20)
  }
  return Number.NaN
}
