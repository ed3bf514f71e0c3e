import { type Verification, CODE_TTL_S } from '@tsedra/contract/accounts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'

const STORAGE_KEY = 'pendingVerification'

/**
 * A verification that this browser has begun and not finished. Nothing here is secret: the server knows the browser by an
 * HttpOnly cookie, and the address is masked.
 */
export interface PendingVerification {
  at: 'verify' | 'newPassword'
  userId: string
  type: Verification['type']
  /** As `mask` writes it. */
  address: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Stores what was begun, so that a dialog that was closed, or a page that was reloaded, can offer it again. */
export function storePendingVerification(
  at: PendingVerification['at'],
  { userId, type }: Verification,
  address: string,
): void {
  const pending: PendingVerification = {
    at,
    userId,
    type,
    // mutation test: verification-address-masked
    address: maskAddress(address),
    expiresAt: Date.now() + CODE_TTL_S * 1_000,
  }
  writeLocal(STORAGE_KEY, JSON.stringify(pending))
}

/** Returns what was begun, until it expires; a clock that was set back does not prolong it. */
export function readPendingVerification(): PendingVerification | undefined {
  try {
    const pending = JSON.parse(readLocal(STORAGE_KEY) ?? 'null') as PendingVerification | null
    const leftMs = (pending?.expiresAt ?? 0) - Date.now()
    if (pending && leftMs > 0 && leftMs <= CODE_TTL_S * 1_000) return pending
  } catch {
    // What cannot be read is of no use.
  }
  clearPendingVerification()
  return undefined
}

/** Deletes it: it was used, it is of no use any more, or somebody has signed in. */
export const clearPendingVerification = (): void => writeLocal(STORAGE_KEY, undefined)

/** `olena@bar.example` → `o…@b…`, `+380 67 123 45 42` → `+380…42`: enough to recognise one's own address. */
export function maskAddress(address: string): string {
  const [local = '', domain] = address.trim().split('@')
  if (domain !== undefined) return `${firstCharacter(local)}…@${firstCharacter(domain)}…`
  return `${local.slice(0, 4)}…${local.slice(-2)}`
}

const firstCharacter = (text: string): string => [...text][0] ?? ''
