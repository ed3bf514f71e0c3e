import { hashCode, type VerificationPurpose } from '@tsedra/database/verifications'
import type { Request } from 'express'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { compareCode, consumeCode, type TryResult } from './code-store.ts'
import type { Requester } from './devices.ts'
import { lockOwner, type StoredVerification, type VerificationKey } from './stored-verification.ts'
import {
  deadCode,
  identifyRequester,
  requireKey,
  unknownVerification,
  type VerificationContext,
} from './verification-context.ts'

/** A code, and the verification (`userId` on the wire) that it belongs to. */
export interface CodeInput {
  userId: string
  code: string
}

/**
 * Checks a code that `tryCode` consumes later, so that expensive work in between runs outside the transaction and for a
 * correct code only. The try stays counted.
 *
 * @throws Refusal like `tryCode`
 */
export async function checkCode(
  context: VerificationContext,
  req: Request,
  input: CodeInput,
  purposes: readonly VerificationPurpose[],
): Promise<StoredVerification> {
  const { key, hash } = await countTry(context, req, input)
  return requireCorrectCode(await compareCode(context.db, { key, hash, purposes })).verification
}

/**
 * Tries a code; a correct one consumes the verification and runs `work`, in one transaction.
 *
 * @throws Refusal `code_wrong`, `code_dead`, `unauthorized`, `too_many_requests`
 */
export async function tryCode<T>(
  context: VerificationContext,
  req: Request,
  input: CodeInput,
  purposes: readonly VerificationPurpose[],
  work: (trx: Knex.Transaction, verification: StoredVerification) => Promise<T>,
): Promise<T> {
  const { db, accountRateLimits } = context
  const { key, hash, requester } = await countTry(context, req, input)
  // A wrong code is refused after the commit: its try stays counted.
  const result = await db.transaction(async (trx) => {
    // mutation test: code-locks-owner-first
    await lockOwner(trx, key)
    const tryResult = await consumeCode(trx, { key, hash, purposes })
    return tryResult.kind === 'correct' ? { ...tryResult, done: await work(trx, tryResult.verification) } : tryResult
  })
  const { done } = requireCorrectCode(result)
  await accountRateLimits.refund(`code-${requester.by}`, requester.key)
  return done
}

async function countTry(
  context: VerificationContext,
  req: Request,
  { userId: verificationId, code }: CodeInput,
): Promise<{ requester: Requester; key: VerificationKey; hash: Buffer }> {
  const requester = await identifyRequester(context, req, await context.cookie.read(req))
  // mutation test: code-tries-limited
  await context.accountRateLimits.consumeOrReject(`code-${requester.by}`, requester.key)
  const key = await requireKey(context, req, verificationId)
  return { requester, key, hash: hashCode(context.codeSecret, key.id, code) }
}

function requireCorrectCode<R extends { kind: 'correct' }>(result: R | Exclude<TryResult, { kind: 'correct' }>): R {
  switch (result.kind) {
    case 'correct':
      return result
    case 'wrong':
      throw new Refusal('code_wrong', 'Unauthorized: the code is wrong.', { triesLeft: result.triesLeft })
    case 'dead':
      throw deadCode(result.canResend)
    case 'unknown':
      throw unknownVerification()
  }
}
