import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/** An entry of the outbox as tests look at it (pwa/src/outbox/entry.ts). */
export interface StoredEntry {
  id: string
  state: string
  reason: string | null
  attempts: number
  nextAt: number
  bodyJson: string
  wish?: { to: string }
  answer?: { number: string }
}

/** Reads the outbox database without the page's code; only after the page has created it. */
export function readRows(page: Page, store: string): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve, reject) => {
        const openRequest = indexedDB.open('tsedra-outbox')
        openRequest.onerror = () => reject(openRequest.error)
        openRequest.onsuccess = () => {
          const rowsRequest = openRequest.result.transaction(name).objectStore(name).getAll()
          rowsRequest.onsuccess = () => {
            openRequest.result.close()
            resolve(rowsRequest.result)
          }
        }
      }),
    store,
  )
}

export const readEntries = (page: Page): Promise<StoredEntry[]> => readRows(page, 'outbox') as Promise<StoredEntry[]>

type EntryFields = { id?: string; seq: number; phone: string; productId?: string | null } & Record<string, unknown>

/** A request as an earlier visit has left it. */
export function buildEntry({ id = randomUUID(), phone: customerPhone, productId = null, ...fields }: EntryFields) {
  const now = Date.now()
  return {
    v: 1,
    state: 'queued',
    reason: null,
    detail: null,
    final: false,
    attempts: 0,
    nextAt: 0,
    holdUntil: 0,
    leaseUntil: 0,
    foreignInRow: 0,
    owner: 'guest',
    createdAt: now,
    confirmedAt: now,
    summary: { lines: [], total: null },
    bodyJson: JSON.stringify({ id, customerName: 'Олена', customerPhone, productId, filledInMs: 9_000 }),
    id,
    ...fields,
  }
}

/** Lays entries into the outbox; the page must have made its database. */
export function insertEntries(page: Page, newEntries: readonly object[]): Promise<void> {
  return page.evaluate(
    (allEntries) =>
      new Promise<void>((resolve, reject) => {
        const openRequest = indexedDB.open('tsedra-outbox')
        openRequest.onsuccess = () => {
          const transaction = openRequest.result.transaction('outbox', 'readwrite')
          for (const entry of allEntries) transaction.objectStore('outbox').put(entry)
          transaction.onerror = () => reject(transaction.error)
          transaction.oncomplete = () => {
            openRequest.result.close()
            resolve()
          }
        }
      }),
    newEntries,
  )
}
