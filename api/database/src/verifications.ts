import { createHmac, randomInt } from 'node:crypto'
import { CODE_TTL_S } from '@tsedra/contract/accounts'
import type { Language } from '@tsedra/contract/language'
import type { Db } from './connection.ts'

export { CODE_TTL_S }

/** What a code, or a nod to the bot, will do. */
export type VerificationPurpose = 'register' | 'verify' | 'identity' | 'reset'

/** Six digits, each number as likely as the other. */
export const generateCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** What is kept of a code: worth nothing without the secret, and for no other attempt. */
export function hashCode(secret: string, verificationId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`${verificationId} ${code}`).digest()
}

/** What the sender of a code needs to know. */
export interface CodeRequest {
  purpose: VerificationPurpose
  isDecoy: boolean
  identity: string
  kind: 'email' | 'phone'
  language: Language
}

/** The request for the code of that number; undefined when it is answered, over, too old or asked anew. */
export async function readCodeRequest(db: Db, id: string, number: number): Promise<CodeRequest | undefined> {
  return db('pending_registrations')
    .where({ id, codes_asked: number })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .whereRaw('code_asked_at > now() - make_interval(secs => ?)', [CODE_TTL_S])
    .first<CodeRequest | undefined>('purpose', 'is_decoy as isDecoy', 'identity', 'kind', 'language')
}

/** Puts a new code in place of the one before: its tries begin anew, those of the attempt do not. */
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
