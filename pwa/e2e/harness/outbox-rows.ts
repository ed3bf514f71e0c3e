import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/** An entry of the outbox as tests look at it (pwa/src/outbox/entry.ts). */
export interface KeptEntry {
  id: string
  state: string
  reason: string | null
  attempts: number
  nextAt: number
  bodyJson: string
  wish?: { to: string }
  answer?: { number: string }
}

/** What lies in the outbox's database, read beside the page's own code. Only once the page has made it. */
export function rows(page: Page, store: string): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      new Promise<unknown[]>((read, fail) => {
        const asked = indexedDB.open('tsedra-outbox')
        asked.onerror = () => fail(asked.error)
        asked.onsuccess = () => {
          const all = asked.result.transaction(name).objectStore(name).getAll()
          all.onsuccess = () => {
            asked.result.close()
            read(all.result)
          }
        }
      }),
    store,
  )
}

export const entries = (page: Page): Promise<KeptEntry[]> => rows(page, 'outbox') as Promise<KeptEntry[]>

type Fields = { id?: string; seq: number; phone: string; productId?: string | null } & Record<string, unknown>

/** A request as an earlier visit has left it. */
export function anEntry({ id = randomUUID(), phone: customerPhone, productId = null, ...fields }: Fields) {
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
export function layIn(page: Page, kept: readonly object[]): Promise<void> {
  return page.evaluate(
    (all) =>
      new Promise<void>((written, fail) => {
        const asked = indexedDB.open('tsedra-outbox')
        asked.onsuccess = () => {
          const change = asked.result.transaction('outbox', 'readwrite')
          for (const each of all) change.objectStore('outbox').put(each)
          change.onerror = () => fail(change.error)
          change.oncomplete = () => {
            asked.result.close()
            written()
          }
        }
      }),
    kept,
  )
}
