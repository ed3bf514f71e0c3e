import { hkdfSync } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** What a seal is for; each purpose has keys of its own, so that no seal opens another's lock. */
export const encryptionPurposes = ['session', 'pending', 'device', 'oauth', 'link', 'totp'] as const
export type EncryptionPurpose = (typeof encryptionPurposes)[number]

/** Secrets by number: the highest seals, the others still open. `{ 2: new, 1: old }` */
export type EncryptionSecrets = Readonly<Record<number, string>>

export interface Encryption {
  /** @param ttlS seconds after which it opens nothing; 0 never, for what no browser holds */
  encrypt<T extends object>(purpose: EncryptionPurpose, data: T, ttlS: number): Promise<string>
  /** What was sealed; undefined when it is old, forged, of another purpose or under a secret that is gone. */
  decrypt<T extends object>(purpose: EncryptionPurpose, encrypt: string, ttlS: number): Promise<T | undefined>
}

/**
 * iron-session's envelopes: what a browser holds and cannot read or change. What they say is a claim that the database
 * decides on (infra/decisions/0019-accounts.md).
 *
 * @param onDecryptFailure told of every seal that did not open, except those that were merely old
 */
export function createEncryption(
  secrets: EncryptionSecrets,
  onDecryptFailure: (purpose: EncryptionPurpose) => void = () => {},
): Encryption {
  const keys = new Map(encryptionPurposes.map((purpose) => [purpose, deriveKeys(secrets, purpose)]))
  return {
    encrypt: (purpose, data, ttlS) => sealData({ ...data, purpose }, { password: keys.get(purpose) ?? {}, ttl: ttlS }),
    async decrypt<T extends object>(purpose: EncryptionPurpose, encrypt: string, ttlS: number) {
      const data = await unsealData<T & { purpose?: unknown }>(encrypt, {
        password: keys.get(purpose) ?? {},
        ttl: ttlS,
        onUnsealError: (reason) => reason !== 'expired' && onDecryptFailure(purpose),
      }).catch(() => undefined)
      return data?.purpose === purpose ? data : undefined
    },
  }
}

function deriveKeys(secrets: EncryptionSecrets, purpose: EncryptionPurpose): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([number, secret]) => {
      const key = hkdfSync('sha256', secret, '', `tsedra ${purpose}`, 32)
      return [number, Buffer.from(key).toString('hex')]
    }),
  )
}
