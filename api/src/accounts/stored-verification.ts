import { createHash } from 'node:crypto'
import type { Language } from '@tsedra/contract/language'
import type { VerificationPurpose } from '@tsedra/database/verifications'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import type { Identity } from './identity.ts'

export interface StoredVerification {
  id: string
  purpose: VerificationPurpose
  userId: string | null
  identity: string
  kind: Identity['kind']
  password: string | null
  firstName: string
  lastName: string
  language: Language
}

/** Identifies a verification together with the browser that started it. */
export interface VerificationKey {
  id: string
  /** Stored in the cookie of that browser only; the table has its hash. */
  secret: string
}

export const verificationColumns = `p.id, p.purpose, p.user_id AS "userId", p.identity, p.kind, p.password,
  p.first_name AS "firstName", p.last_name AS "lastName", p.language`

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Returns a verification; undefined when another browser started it or it was cancelled. */
export async function readVerification(
  db: Db,
  { id, secret }: VerificationKey,
): Promise<StoredVerification | undefined> {
  const { rows } = await db.raw<{ rows: StoredVerification[] }>(
    `SELECT ${verificationColumns} FROM pending_registrations p WHERE id = ? AND browser_hash = ? AND cancelled_at IS NULL`,
    [id, hashSecret(secret)],
  )
  return rows[0]
}

/** Locks the account of a verification, if it has one. `revokeAccess` locks in the same order: account, then verification. */
export async function lockOwner(trx: Knex.Transaction, { id, secret }: VerificationKey): Promise<void> {
  const owner = trx('pending_registrations')
    .where({ id, browser_hash: hashSecret(secret) })
    .select('user_id')
  await trx('users').whereIn('id', owner).forUpdate().select('id')
}
