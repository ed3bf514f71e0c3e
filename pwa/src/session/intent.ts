import type { Product } from '@tsedra/contract/catalogue'
import type { PackageSize } from '@tsedra/contract/packages'

/** The action of a guest that requires an account; it runs after the sign-in. */
export type Intent =
  | { action: 'like'; product: Product }
  | { action: 'addToCart'; product: Product; packageSize: PackageSize; quantity: number }

const KEY = 'tsedra.intent'
/** Lifetime of an intent, in ms: users do not expect an older one to run. */
const EXPIRES_AFTER_MS = 30 * 60_000

/** Replaces the session storage where the browser denies it. */
let memory: string | undefined

/**
 * Stores the action that runs after the sign-in. Session storage survives a reload and the provider's page, and no other
 * tab can run the intent as well.
 */
export function storeIntent(intent: Intent | undefined): void {
  memory = intent && JSON.stringify({ intent, storedAt: Date.now() })
  try {
    if (memory) sessionStorage.setItem(KEY, memory)
    else sessionStorage.removeItem(KEY)
  } catch {
    // `memory` lasts until the page unloads.
  }
}

/** Returns the stored intent and deletes it, so that it runs once. */
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
