import { sign } from 'node:crypto'

export interface AppleKey {
  clientId: string
  teamId: string
  keyId: string
  /** PKCS #8, PEM, P-256. */
  privateKey: string
}

/** Lifetime of a secret, in seconds: it is used for one request. */
const SECRET_TTL_S = 300

/**
 * Creates the client secret that Apple requires: a JWT signed with the shop's key.
 *
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function createAppleClientSecret({ clientId, teamId, keyId, privateKey }: AppleKey, audience: string): string {
  const now = Math.floor(Date.now() / 1_000)
  const header = { alg: 'ES256', kid: keyId }
  const claims = { iss: teamId, iat: now, exp: now + SECRET_TTL_S, aud: audience, sub: clientId }
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
