import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { orderButton } from './locators.ts'
import { fillIn } from './order-form.ts'
import type { Phone } from './phone.ts'

/** What the phone's outbox says about its requests. */
export interface OutboxCount {
  /** Neither sent nor cancelled; in words: state, reason, attempts and seconds until the next one. */
  waiting: { id: string; why: string }[]
  /** Ids that it calls sent. */
  sent: string[]
}

/** Somebody with a phone and two tabs: what they tapped send for, and what the page told them. */
export interface Shopper {
  /** The words of each request, which make it tell-tale. */
  readonly submitted: ReadonlySet<string>
  /** Order id to words: the page has called them saved or received. */
  readonly promised: ReadonlyMap<string, string>
  /**
   * Fills the form in and taps send, after the page has said what became of the last request of this tab, or has not
   * within its time. A page that does not open is given up.
   */
  order(tab: number): Promise<void>
  reload(tab: number): Promise<void>
  /** The browser is a new one; nothing of its tabs is left. */
  forgetTabs(): void
  /** Every tab shows the shop again, without a reload where that is not needed. */
  lookAgain(): Promise<void>
  outbox(): Promise<OutboxCount>
}

export const TABS = 2
/** Milliseconds within which a page that works shows itself and its form. */
const SHOWN_WITHIN_MS = 12_000
/** What hung before the faults ended has been given up by then. */
const STILL_WITHIN_MS = 60_000
/** Milliseconds within which a page says what became of a request; it promises four seconds. */
const SAID_WITHIN_MS = 5_000

interface Tab {
  page: Page
  /** Of the request that was sent last. */
  words: string
  /** The page has said what became of it, or is late. */
  said: Promise<unknown>
}

/** @param slugs products, one per tab: two tabs with one product share one draft */
export function createShopper({ phone, slugs }: { phone: Phone; slugs: readonly string[] }): Shopper {
  const submitted = new Set<string>()
  const promised = new Map<string, string>()
  let tabs: (Tab | undefined)[] = []

  return {
    submitted,
    promised,
    order,
    reload: async (at) => {
      const { page } = await tabOf(at)
      await page.reload({ timeout: SHOWN_WITHIN_MS, waitUntil: 'commit' }).catch(() => {})
    },
    forgetTabs() {
      tabs = []
    },
    lookAgain: async () => {
      for (let at = 0; at < TABS; at++) {
        const { page } = await tabOf(at)
        if (!(await page.locator('main').isVisible())) await openProduct(at, page)
        await page.waitForLoadState('networkidle', { timeout: STILL_WITHIN_MS })
      }
    },
    outbox: async () => (await tabOf(0)).page.evaluate(readOutbox),
  }

  async function order(at: number): Promise<void> {
    const tab = await tabOf(at)
    await tab.said
    const dialog = tab.page.getByRole('dialog')
    const words = randomUUID()
    try {
      await openForm(at, tab.page)
      await fillIn(tab.page)
      await dialog.locator('textarea').fill(words)
      submitted.add(words)
      tab.words = words
      await dialog.locator('button[type="submit"]').click()
    } catch (error) {
      if (isTooLate(error)) return
      throw error
    }
    const told = tab.page.waitForURL('**/order/**', { timeout: SAID_WITHIN_MS, waitUntil: 'commit' })
    // Late, or the browser was killed: then it has said nothing.
    tab.said = told.catch(() => {})
  }

  async function openForm(at: number, page: Page): Promise<void> {
    // Back from the last order's page within the same document: that works without a network too. A page that is being
    // replaced meanwhile has no way back, and the product is opened.
    if (page.url().includes('/order/')) await page.goBack({ waitUntil: 'commit' }).catch(() => {})
    if (!page.url().includes('/product/') || (await page.getByRole('dialog').isVisible())) await openProduct(at, page)
    await orderButton(page).click()
    await page.getByRole('dialog').locator('textarea').waitFor()
  }

  async function openProduct(at: number, page: Page): Promise<void> {
    await page.goto(`/product/${slugs[at]}`, { waitUntil: 'commit' }).catch(() => {})
  }

  async function tabOf(at: number): Promise<Tab> {
    const known = tabs[at]
    if (known) return known
    const page = await phone.context.newPage()
    page.setDefaultTimeout(SHOWN_WITHIN_MS)
    const tab: Tab = { page, words: '', said: Promise.resolve() }
    // The page goes there only with "saved" or "received".
    page.on('framenavigated', (frame) => {
      const id = /\/order\/([0-9a-f-]{36})/.exec(frame.url())?.[1]
      if (id && tab.words && !promised.has(id)) promised.set(id, tab.words)
    })
    tabs[at] = tab
    await openProduct(at, page)
    return tab
  }
}

const isTooLate = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

interface Entry {
  id: string
  state: string
  reason: string | null
  attempts: number
  nextAt: number
}

/** Runs in the page, on its own: looks without changing anything, and makes no database where there is none. */
async function readOutbox(): Promise<OutboxCount> {
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === 'tsedra-outbox')) return { waiting: [], sent: [] }
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('the outbox cannot be read'))
    })
  const db = await done(indexedDB.open('tsedra-outbox'))
  try {
    const entries: Entry[] = await done(db.transaction('outbox').objectStore('outbox').getAll())
    const waiting = entries.filter(({ state }) => state !== 'sent' && state !== 'cancelled')
    return {
      waiting: waiting.map(({ id, state, reason, attempts, nextAt }) => ({
        id,
        why: [state, reason, attempts, Math.max(0, Math.ceil((nextAt - Date.now()) / 1_000))].join(' '),
      })),
      sent: entries.filter(({ state }) => state === 'sent').map(({ id }) => id),
    }
  } finally {
    db.close()
  }
}
