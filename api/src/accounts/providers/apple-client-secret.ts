import { sign } from 'node:crypto'

export interface AppleKey {
  clientId: string
  teamId: string
  keyId: string
  /** PKCS #8, PEM, P-256. */
  privateKey: string
}

/** Seconds that a secret is good for: it is made for one call. */
const SECRET_TTL_S = 300

/**
 * What Apple takes as a client secret: a JWT that we sign with our key.
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
