import type { Verification } from '@tsedra/contract/accounts'
import { CODE_TTL_S } from '@tsedra/contract/account-limits'
import { readLocal, writeLocal } from '../shared/local-storage.ts'

const STORAGE_KEY = 'pendingVerification'

/**
 * A verification that this browser has started and not finished. It holds no secret: the server identifies the browser
 * by an HttpOnly cookie, and the address is masked.
 */
export interface PendingVerification {
  at: 'verify' | 'newPassword'
  userId: string
  type: Verification['type']
  /** Masked by `maskAddress`. */
  address: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Stores a started verification, so that a reopened dialog or a reloaded page can resume it. */
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

/** Returns the started verification until it expires; a clock that was set back does not extend it. */
export function readPendingVerification(): PendingVerification | undefined {
  try {
    const pending = JSON.parse(readLocal(STORAGE_KEY) ?? 'null') as PendingVerification | null
    const leftMs = (pending?.expiresAt ?? 0) - Date.now()
    if (pending && leftMs > 0 && leftMs <= CODE_TTL_S * 1_000) return pending
  } catch {
    // Unreadable data is deleted below.
  }
  clearPendingVerification()
  return undefined
}

/** Deletes the stored verification: it is used up, expired, or a user has signed in. */
export const clearPendingVerification = (): void => writeLocal(STORAGE_KEY, undefined)

/** `olena@bar.example` → `o…@b…`, `+380 67 123 45 42` → `+380…42`: enough for users to recognise their own address. */
export function maskAddress(address: string): string {
  const [local = '', domain] = address.trim().split('@')
  if (domain !== undefined) return `${firstCharacter(local)}…@${firstCharacter(domain)}…`
  return `${local.slice(0, 4)}…${local.slice(-2)}`
}

const firstCharacter = (text: string): string => [...text][0] ?? ''
