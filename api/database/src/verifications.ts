import { createHmac, randomInt } from 'node:crypto'
import { CODE_TTL_S } from '@tsedra/contract/account-limits'
import type { Language } from '@tsedra/contract/language'
import type { Db } from './connection.ts'

export { CODE_TTL_S }

/** The effect of a confirmed code or bot link. */
export type VerificationPurpose = 'register' | 'verify' | 'identity' | 'reset'

/** Returns six random digits, uniformly distributed. */
export const generateCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** Returns the stored form of a code: useless without the secret and for any other verification. */
export function hashCode(secret: string, verificationId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`${verificationId} ${code}`).digest()
}

/** The data that the sender of a code needs. */
export interface CodeRequest {
  purpose: VerificationPurpose
  isDecoy: boolean
  identity: string
  kind: 'email' | 'phone'
  language: Language
}

/** Returns the request for the code of that number; undefined when it is consumed, cancelled, expired or superseded. */
export async function readCodeRequest(db: Db, id: string, number: number): Promise<CodeRequest | undefined> {
  return db('pending_registrations')
    .where({ id, codes_asked: number })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .whereRaw('code_asked_at > now() - make_interval(secs => ?)', [CODE_TTL_S])
    .first<CodeRequest | undefined>('purpose', 'is_decoy as isDecoy', 'identity', 'kind', 'language')
}

/** Replaces the code and resets its try counter; the try counter of the verification stays. */
export async function storeCode(db: Db, id: string, hash: Buffer): Promise<void> {
  await db('pending_registrations')
    .where({ id })
    .whereNull('consumed_at')
    .update({
      code_hash: hash,
      attempts: 0,
      code_expires_at: db.raw('now() + make_interval(secs => ?)', [CODE_TTL_S]),
    })
}
