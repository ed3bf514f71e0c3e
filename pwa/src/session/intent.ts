import type { Product } from '@tsedra/contract/catalogue'
import type { PackageSize } from '@tsedra/contract/packages'

/** What a guest wanted to do when the shop asked them to sign in. */
export type Intent =
  | { action: 'like'; product: Product }
  | { action: 'addToCart'; product: Product; packageSize: PackageSize; quantity: number }

const KEY = 'tsedra.intent'
/** Milliseconds after which nobody expects it any more. */
const EXPIRES_AFTER_MS = 30 * 60_000

/** Where the session storage is denied. */
let memory: string | undefined

/**
 * Stores what is to be done after signing in. The storage of this tab alone: it survives a reload and the page of a third
 * party, and no other tab does it too.
 */
export function storeIntent(intent: Intent | undefined): void {
  memory = intent && JSON.stringify({ intent, storedAt: Date.now() })
  try {
    if (memory) sessionStorage.setItem(KEY, memory)
    else sessionStorage.removeItem(KEY)
  } catch {
    // It lasts as long as the page.
  }
}

/** Returns what is to be done, once: whoever takes it does it. */
export function takeIntent(): Intent | undefined {
  const stored = read()
  // mutation test: intent-runs-once
  storeIntent(undefined)
  const isFresh = stored && Math.abs(Date.now() - stored.storedAt) < EXPIRES_AFTER_MS
  return isFresh ? stored.intent : undefined
}

function read(): { intent: Intent; storedAt: number } | undefined {
  try {
    return JSON.parse(storedText() ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function storedText(): string | null | undefined {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return memory
  }
}
