import type { VerificationPurpose } from '@tsedra/database/verifications'
import { runPrepared } from '@tsedra/database/prepared-statement'
import type { Knex } from 'knex'
import {
  hashSecret,
  type StoredVerification,
  verificationColumns,
  type VerificationKey,
} from './stored-verification.ts'

/** Tries at one code, and at all codes of one verification. */
const TRIES_PER_CODE = 5
export const TRIES_PER_VERIFICATION = 15

export type TryResult =
  | { kind: 'correct'; verification: StoredVerification }
  | { kind: 'wrong'; triesLeft: number }
  /** The code has expired or is used up; `canResend` while the verification has tries left. */
  | { kind: 'dead'; canResend: boolean }
  /** This browser did not start the verification, or the phone's owner has cancelled it. */
  | { kind: 'unknown' }

/** A code to compare, and the verification that it must belong to. */
export interface CodeTry {
  key: VerificationKey
  hash: Buffer
  purposes: readonly VerificationPurpose[]
}

/**
 * Tries a code in one atomic statement: it counts the try and, if the code is correct, consumes the verification.
 *
 * Reading first and writing later would give concurrent requests more tries than allowed.
 */
export const consumeCode = (trx: Knex, codeTry: CodeTry): Promise<TryResult> => tryStoredCode(trx, codeTry, true)

/** Compares a code without consuming it: a wrong code counts as a try, a correct one changes nothing. */
export const compareCode = (db: Knex, codeTry: CodeTry): Promise<TryResult> => tryStoredCode(db, codeTry, false)

async function tryStoredCode(
  trx: Knex,
  { key: { id, secret }, hash, purposes }: CodeTry,
  shouldConsume: boolean,
): Promise<TryResult> {
  type TriedRow = StoredVerification & { isCorrect: boolean; triesLeft: number }
  const [row] = await runPrepared<TriedRow>(trx, 'try-code', tryCodeSql, [
    hash,
    shouldConsume,
    id,
    hashSecret(secret),
    [...purposes],
    TRIES_PER_CODE,
    TRIES_PER_VERIFICATION,
  ])
  if (row) {
    const { isCorrect, triesLeft, ...verification } = row
    return isCorrect ? { kind: 'correct', verification } : { kind: 'wrong', triesLeft }
  }
  // mutation test: cancelled-verification-ends
  const existing = await trx('pending_registrations')
    .where({ id, browser_hash: hashSecret(secret) })
    .whereNull('cancelled_at')
    .first<{ isOver: boolean } | undefined>(
      trx.raw('consumed_at IS NOT NULL OR total_attempts >= ? AS "isOver"', [TRIES_PER_VERIFICATION]),
    )
  return existing ? { kind: 'dead', canResend: !existing.isOver } : { kind: 'unknown' }
}

/** `code_hash` is null until the worker has created the code. */
const codeMatchesSql = 'coalesce(code_hash = given.hash AND NOT is_decoy, false)'

// mutation test: wrong-check-counted
/** Checking a correct code does not increment the try counters. */
const tryCodeSql = `
  WITH given AS (SELECT ?::bytea AS hash, ?::boolean AS is_spent)
  UPDATE pending_registrations p
  SET attempts = attempts + CASE WHEN ${codeMatchesSql} AND NOT is_spent THEN 0 ELSE 1 END,
    total_attempts = total_attempts + CASE WHEN ${codeMatchesSql} AND NOT is_spent THEN 0 ELSE 1 END,
    consumed_at = CASE WHEN ${codeMatchesSql} AND is_spent THEN now() END
  FROM given
  WHERE id = ? AND browser_hash = ? AND purpose = ANY(?) AND consumed_at IS NULL AND cancelled_at IS NULL
    AND code_expires_at > now() AND attempts < ? AND total_attempts < ?
  RETURNING ${verificationColumns}, ${codeMatchesSql} AS "isCorrect", ${TRIES_PER_CODE} - attempts AS "triesLeft"
`
