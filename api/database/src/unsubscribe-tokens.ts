import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Bytes of a UUID, and of the signature: 128 bits cannot be guessed. */
const ID_BYTES = 16
const SIGNATURE_BYTES = 16

/** Creates the token of the unsubscribe link; it does not expire, because the link of an old e-mail must work (RFC 8058). */
export function createUnsubscribeToken(secret: string, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(secret, id)]).toString('base64url')
}

/** Returns the user of a token; undefined when its signature is wrong. */
export function readUnsubscribeToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return undefined
  const id = bytes.subarray(0, ID_BYTES)
  // mutation test: unsubscribe-token-signed
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), sign(secret, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The secret has other uses: this one has a key of its own. */
function sign(secret: string, id: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tsedra unsubscribe', 32))
  return createHmac('sha256', key).update(id).digest().subarray(0, SIGNATURE_BYTES)
}
