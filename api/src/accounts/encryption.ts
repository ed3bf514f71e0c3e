import { hkdfSync } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** Each purpose has its own keys: a value encrypted for one cannot be decrypted for another. */
export const encryptionPurposes = ['session', 'pending', 'device', 'oauth', 'link', 'totp'] as const
export type EncryptionPurpose = (typeof encryptionPurposes)[number]

/** Secrets by number, for key rotation: the highest encrypts, the others only decrypt. `{ 2: new, 1: old }` */
export type EncryptionSecrets = Readonly<Record<number, string>>

export interface Encryption {
  /** @param ttlS lifetime in seconds; 0 for no expiry, for values in the database */
  encrypt<T extends object>(purpose: EncryptionPurpose, data: T, ttlS: number): Promise<string>
  /** Returns the data; undefined when it has expired, was forged, or is of another purpose or a removed secret. */
  decrypt<T extends object>(purpose: EncryptionPurpose, encrypt: string, ttlS: number): Promise<T | undefined>
}

/**
 * Encrypts values with iron-session, so that browsers can neither read nor change them. Decrypted data is a claim to check
 * against the database (infra/decisions/0019-accounts.md).
 *
 * @param onDecryptFailure called for every value that cannot be decrypted, except expired ones
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
