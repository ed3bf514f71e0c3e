import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { orderButton } from './locators.ts'
import { fillOrderForm } from './order-form.ts'
import type { Phone } from './phone.ts'

/** The requests that the page shows. */
export interface OutboxSnapshot {
  /** Neither sent nor cancelled; in words: state, reason, attempts and seconds until the next one. */
  pending: { id: string; reason: string }[]
  /** Ids that it calls sent. */
  sent: string[]
}

/** A shopper with a phone and two tabs: sent requests, and the outcomes that the page has shown. */
export interface SimulatedShopper {
  /** The words of each request, which make it tell-tale. */
  readonly submitted: ReadonlySet<string>
  /** Order id to words: the page has called them saved or received. */
  readonly confirmed: ReadonlyMap<string, string>
  /**
   * Fills the form in and taps send, after the page has shown the outcome of the last request of this tab, or has not
   * within its time. A page that does not open is given up.
   */
  order(tab: number): Promise<void>
  reload(tab: number): Promise<void>
  /** The browser is a new one; nothing of its tabs is left. */
  dropTabs(): void
  /** Every tab shows the shop again, without a reload where that is not needed. */
  showShopInEveryTab(): Promise<void>
  readSnapshot(): Promise<OutboxSnapshot>
}

export const TABS = 2
/** Milliseconds within which a page that works shows itself and its form. */
const SHOWN_TIMEOUT_MS = 12_000
/** What hung before the faults ended has been given up by then. */
const IDLE_TIMEOUT_MS = 60_000
/** Timeout in ms for the outcome of a request; the page promises four seconds. */
const CONFIRMATION_TIMEOUT_MS = 5_000

interface Tab {
  page: Page
  /** Of the request that was sent last. */
  comment: string
  /** Waits until the page shows the outcome or the timeout is over. */
  confirmation: Promise<unknown>
}

/** @param slugs products, one per tab: two tabs with one product share one draft */
export function createSimulatedShopper({ phone, slugs }: { phone: Phone; slugs: readonly string[] }): SimulatedShopper {
  const submitted = new Set<string>()
  const confirmed = new Map<string, string>()
  let tabs: (Tab | undefined)[] = []

  return {
    submitted,
    confirmed,
    order,
    reload: async (tabIndex) => {
      const { page } = await getTab(tabIndex)
      await page.reload({ timeout: SHOWN_TIMEOUT_MS, waitUntil: 'commit' }).catch(() => {})
    },
    dropTabs() {
      tabs = []
    },
    showShopInEveryTab: async () => {
      for (let tabIndex = 0; tabIndex < TABS; tabIndex++) {
        const { page } = await getTab(tabIndex)
        if (!(await page.locator('main').isVisible())) await openProduct(tabIndex, page)
        await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS })
      }
    },
    readSnapshot: async () => (await getTab(0)).page.evaluate(readOutbox),
  }

  async function order(tabIndex: number): Promise<void> {
    const tab = await getTab(tabIndex)
    await tab.confirmation
    const dialog = tab.page.getByRole('dialog')
    const comment = randomUUID()
    try {
      await openForm(tabIndex, tab.page)
      await fillOrderForm(tab.page)
      await dialog.locator('textarea').fill(comment)
      submitted.add(comment)
      tab.comment = comment
      await dialog.locator('button[type="submit"]').click()
    } catch (error) {
      if (isTimeout(error)) return
      throw error
    }
    const navigation = tab.page.waitForURL('**/order/**', { timeout: CONFIRMATION_TIMEOUT_MS, waitUntil: 'commit' })
    // Timeout, or the browser was killed: the page has shown no outcome.
    tab.confirmation = navigation.catch(() => {})
  }

  async function openForm(tabIndex: number, page: Page): Promise<void> {
    // Back from the last order's page within the same document: that works without a network too. A page that is being
    // replaced in the meantime has no way back, and the product is opened.
    if (page.url().includes('/order/')) await page.goBack({ waitUntil: 'commit' }).catch(() => {})
    if (!page.url().includes('/product/') || (await page.getByRole('dialog').isVisible()))
      await openProduct(tabIndex, page)
    await orderButton(page).click()
    await page.getByRole('dialog').locator('textarea').waitFor()
  }

  async function openProduct(tabIndex: number, page: Page): Promise<void> {
    await page.goto(`/product/${slugs[tabIndex]}`, { waitUntil: 'commit' }).catch(() => {})
  }

  async function getTab(tabIndex: number): Promise<Tab> {
    const existing = tabs[tabIndex]
    if (existing) return existing
    const page = await phone.context.newPage()
    page.setDefaultTimeout(SHOWN_TIMEOUT_MS)
    const tab: Tab = { page, comment: '', confirmation: Promise.resolve() }
    // The page goes there only with "saved" or "received".
    page.on('framenavigated', (frame) => {
      const id = /\/order\/([0-9a-f-]{36})/.exec(frame.url())?.[1]
      if (id && tab.comment && !confirmed.has(id)) confirmed.set(id, tab.comment)
    })
    tabs[tabIndex] = tab
    await openProduct(tabIndex, page)
    return tab
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

interface StoredEntry {
  id: string
  state: string
  reason: string | null
  attempts: number
  nextAt: number
}

/** Runs in the page, on its own: looks without changing anything, and makes no database where there is none. */
async function readOutbox(): Promise<OutboxSnapshot> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'tsedra-outbox')) return { pending: [], sent: [] }
  const toPromise = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('the outbox cannot be read'))
    })
  const db = await toPromise(indexedDB.open('tsedra-outbox'))
  try {
    const entries: StoredEntry[] = await toPromise(db.transaction('outbox').objectStore('outbox').getAll())
    const pending = entries.filter(({ state }) => state !== 'sent' && state !== 'cancelled')
    return {
      pending: pending.map(({ id, state, reason, attempts, nextAt }) => ({
        id,
        reason: [state, reason, attempts, Math.max(0, Math.ceil((nextAt - Date.now()) / 1_000))].join(' '),
      })),
      sent: entries.filter(({ state }) => state === 'sent').map(({ id }) => id),
    }
  } finally {
    db.close()
  }
}
