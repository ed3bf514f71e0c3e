import type { Snapshot } from '@tsedra/contract/snapshot'

/** Characters of the hash in an ETag of the API (api/src/http/hash-etag.ts). */
const ETAG_LENGTH = 22

/** Returns whether this page can hash: an insecure one cannot. */
export const canHash = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined

/** Returns the ETag of a snapshot, which the API computes from the same bytes. */
export async function hashSnapshot(snapshot: Snapshot): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(snapshot))
  const hash = String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  // Base64url (RFC 4648, section 5).
  const text = btoa(hash).replaceAll('+', '-').replaceAll('/', '_')
  return `W/"${text.slice(0, ETAG_LENGTH)}"`
}
