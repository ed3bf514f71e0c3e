import type { StoredResponse } from './stored-response.ts'

/** Limits of one cache. Clients choose the keys, so both bounds are needed. */
export interface CacheBounds {
  entries: number
  /** Bytes of all entries together, each counted with its maximum size. */
  bytes: number
}

export interface ResponseCache<T> {
  get(key: string): T | undefined
  /** Evicts the least recently used entries until this one fits; one that never fits is not stored. */
  set(key: string, value: T, response: Pick<StoredResponse, 'maxBytes'>): void
  clear(): void
  /** Present total of the counted bytes. */
  readonly bytes: number
}

/** Estimated bytes of headers, objects and map entries per response. */
const OVERHEAD_BYTES = 2_048

/** Creates an LRU cache of responses, bounded by entries and by bytes. */
export function createResponseCache<T>({ entries, bytes: maxBytes }: CacheBounds): ResponseCache<T> {
  const stored = new Map<string, { value: T; bytes: number }>()
  let bytes = 0

  return {
    get(key) {
      const entry = stored.get(key)
      if (!entry) return undefined
      // A map iterates in the order of insertion: the least recently used entry is the first.
      stored.delete(key)
      stored.set(key, entry)
      return entry.value
    },
    set(key, value, response) {
      remove(key)
      const added = 2 * key.length + OVERHEAD_BYTES + response.maxBytes
      if (added > maxBytes) return
      for (const oldest of stored.keys()) {
        if (stored.size < entries && bytes + added <= maxBytes) break
        remove(oldest)
      }
      stored.set(key, { value, bytes: added })
      bytes += added
    },
    clear() {
      stored.clear()
      bytes = 0
    },
    get bytes() {
      return bytes
    },
  }

  function remove(key: string): void {
    bytes -= stored.get(key)?.bytes ?? 0
    stored.delete(key)
  }
}
