import { type KeyObject, sign } from 'node:crypto'

/** What a token can have wrong with it. */
export const tokenFaults = [
  'audience',
  'issuer',
  'expired',
  'no algorithm',
  'foreign key',
  'foreign nonce',
  'no nonce',
] as const
export type TokenFault = (typeof tokenFaults)[number]

export interface ProviderFaults {
  /** Of the next tokens. */
  token?: TokenFault | undefined
  /** Another third party's token in place of the own one. */
  replaceToken?: string | undefined
  /** Omits PKCE from the metadata, as the real Apple does. */
  hidesPkce?: boolean
  /** Answers nothing but 503. */
  isUnavailable?: boolean
}

/** The same token with one claim changed, signed by the provider itself, so that only this claim is invalid. */
export function corruptToken(
  token: string,
  fault: TokenFault,
  { ownKey, foreignKey }: { ownKey: KeyObject; foreignKey: KeyObject },
): string {
  const [header = {}, claims = {}] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
  const changedClaims = { ...claims, ...claimChanges[fault]?.() }
  if (fault === 'no nonce') delete changedClaims['nonce']
  const isUnsigned = fault === 'no algorithm'
  const signedText = [isUnsigned ? { ...header, alg: 'none' } : header, changedClaims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(signedText), fault === 'foreign key' ? foreignKey : ownKey)
  return `${signedText}.${isUnsigned ? '' : signature.toString('base64url')}`
}

const HOUR_S = 3_600

const claimChanges: Partial<Record<TokenFault, () => object>> = {
  audience: () => ({ aud: 'another shop' }),
  issuer: () => ({ iss: 'https://evil.example' }),
  expired: () => ({ iat: Date.now() / 1_000 - 2 * HOUR_S, exp: Date.now() / 1_000 - HOUR_S }),
  'foreign nonce': () => ({ nonce: 'of another sign-in' }),
}
