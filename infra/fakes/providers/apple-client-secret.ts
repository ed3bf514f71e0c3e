import { type KeyObject, verify } from 'node:crypto'

/** The shop's registration at Apple. */
export interface AppleClient {
  id: string
  teamId: string
  keyId: string
  publicKey: KeyObject
}

/** Apple takes no fixed secret but a JWT, signed by the key it gave out and good for half a year at most. */
export function isValidAppleSecret(
  secret: string,
  { id, teamId, keyId, publicKey }: AppleClient,
  issuer: string,
): boolean {
  const [header = '', claims = '', signature = ''] = secret.split('.')
  const parsePart = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const { alg, kid } = parsePart(header)
  const { iss, sub, aud, iat, exp } = parsePart(claims)
  const now = Date.now() / 1_000
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const isTimely = Number(iat) <= now + 5 && Number(exp) > now && Number(exp) < now + 15_777_000
  return isSigned && isTimely && alg === 'ES256' && kid === keyId && iss === teamId && sub === id && aud === issuer
}
