import type { StoredAnswer } from './stored-answer.ts'

/** Limits of one cache. Callers choose the keys, so neither bound is enough without the other. */
export interface CacheBounds {
  entries: number
  /** Bytes of all entries together, each counted as the most that it can become. */
  bytes: number
}

export interface AnswerCache<T> {
  get(key: string): T | undefined
  /** Evicts the least recently used entries until this one fits; one that never fits is not stored. */
  set(key: string, value: T, answer: StoredAnswer): void
  clear(): void
  /** Bytes that are counted at the moment. */
  readonly bytes: number
}

/** Bytes of headers, objects and map entries per answer, roughly. */
const OVERHEAD = 2_048

/** An LRU cache of whole answers, bounded by entries and by bytes. */
export function createAnswerCache<T>({ entries, bytes: most }: CacheBounds): AnswerCache<T> {
  const kept = new Map<string, { value: T; bytes: number }>()
  let bytes = 0

  return {
    get(key) {
      const entry = kept.get(key)
      if (!entry) return undefined
      // A map iterates in the order of insertion: the least recently used entry is the first.
      kept.delete(key)
      kept.set(key, entry)
      return entry.value
    },
    set(key, value, answer) {
      remove(key)
      const added = 2 * key.length + OVERHEAD + answer.maxBytes
      if (added > most) return
      for (const oldest of kept.keys()) {
        if (kept.size < entries && bytes + added <= most) break
        remove(oldest)
      }
      kept.set(key, { value, bytes: added })
      bytes += added
    },
    clear() {
      kept.clear()
      bytes = 0
    },
    get bytes() {
      return bytes
    },
  }

  function remove(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
}
