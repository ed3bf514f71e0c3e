import { createHmac, randomBytes } from 'node:crypto'

/** Length of a time step, in seconds. */
const STEP_S = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Generates a secret for an authenticator app: 160 bits in base32. */
export const generateTotpSecret = (): string => [...randomBytes(32)].map((byte) => alphabet[byte & 31]).join('')

/** Builds the `otpauth:` URI for the QR code or link. */
export function totpUri(secret: string, account: string, shop: string): string {
  const parameters = new URLSearchParams({ secret, issuer: shop })
  return `otpauth://totp/${encodeURIComponent(shop)}:${encodeURIComponent(account)}?${parameters.toString()}`
}

export const stepAt = (ms: number): number => Math.floor(ms / 1_000 / STEP_S)

/** Computes a TOTP code (RFC 6238) with SHA-1 and six digits, which every authenticator app supports. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** Returns the time step of a code. The neighbouring steps are accepted too, because clocks differ. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  const now = stepAt(nowMs)
  return [now - 1, now, now + 1].find((step) => totpCode(secret, step) === code)
}

function decodeBase32(secret: string): Buffer {
  const bits = [...secret].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
