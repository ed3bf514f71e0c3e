import { runPrepared } from '@tsedra/database/prepared-statement'
import type { Request } from 'express'
import type { Knex } from 'knex'
import { getNetworkKey } from '../http/network.ts'
import {
  hashSecret,
  lockOwner,
  type StoredVerification,
  verificationColumns,
  type VerificationKey,
} from './stored-verification.ts'
import type { VerificationContext } from './verification-context.ts'

/** Runs `work` once the bot has verified the phone; until then returns whether the page can stop polling. */
export async function completeWhenVerified<T>(
  { db, accountRateLimits, cookie }: VerificationContext,
  req: Request,
  work: (trx: Knex.Transaction, verification: StoredVerification) => Promise<T>,
): Promise<{ done: T } | { isOver: boolean }> {
  await accountRateLimits.consumeOrReject('poll-address', getNetworkKey(req.ip ?? ''))
  const key = await cookie.read(req)
  if (!key) return { isOver: false }
  await accountRateLimits.consumeOrReject('poll-attempt', key.id)
  return db.transaction(async (trx) => {
    await lockOwner(trx, key)
    const verification = await consumeVerified(trx, key)
    return verification ? { done: await work(trx, verification) } : { isOver: !(await isPending(trx, key)) }
  })
}

/** Consumes a verification whose phone the bot has verified; of concurrent polls of the browser exactly one receives it. */
async function consumeVerified(trx: Knex, { id, secret }: VerificationKey): Promise<StoredVerification | undefined> {
  const [verification] = await runPrepared<StoredVerification>(
    trx,
    'spend-seen',
    // mutation test: verification-consumed-once
    `UPDATE pending_registrations p SET consumed_at = now()
       WHERE id = ? AND browser_hash = ? AND verified_at IS NOT NULL AND consumed_at IS NULL AND cancelled_at IS NULL
         AND purpose <> 'reset'
       RETURNING ${verificationColumns}`,
    [id, hashSecret(secret)],
  )
  return verification
}

/** Returns whether the bot can still complete this verification. */
async function isPending(trx: Knex.Transaction, { id, secret }: VerificationKey): Promise<boolean> {
  const row = await trx('pending_registrations')
    .where({ id, browser_hash: hashSecret(secret) })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .whereRaw('(verified_at IS NOT NULL OR code_expires_at IS NULL OR code_expires_at > now())')
    .first('id')
  return row !== undefined
}
