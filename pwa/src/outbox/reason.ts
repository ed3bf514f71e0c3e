import type { ErrorCode } from '@tsedra/contract/errors'

/** Why an entry waits, needs attention or has ended. `unknown`: stored by another build, or a code this build lacks. */
export type EntryReason =
  | ErrorCode
  | 'network'
  | 'portal'
  | 'stale'
  | 'reopened'
  | 'withdrawn'
  | 'too_late'
  | `foreign-${number}`
  | `http-${number}`
  | 'unknown'

// The list of the contract would add its schema library to the service worker.
const knownReasons: ReadonlySet<string> = new Set<EntryReason>([
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'order_differs',
  'account_mismatch',
  'order_cancelled',
  'too_large',
  'unsupported_media_type',
  'unavailable',
  'client_too_old',
  'too_many_requests',
  'internal',
  'busy',
  'network',
  'portal',
  'stale',
  'reopened',
  'withdrawn',
  'too_late',
])

/** Returns the reason that a stored entry or a response names; `unknown` for any other text, null for none. */
export function parseReason(value: unknown): EntryReason | null {
  if (typeof value !== 'string' || value === '') return null
  return isReason(value) ? value : 'unknown'
}

const isReason = (value: string): value is EntryReason =>
  knownReasons.has(value) || /^(?:foreign|http)-\d+$/.test(value)
