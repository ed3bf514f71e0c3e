import { createHash } from 'node:crypto'
import { RESEND_INTERVAL_S } from '@tsedra/contract/accounts'
import { notifyOwner } from '@tsedra/database/account-changes'
import { codeRequested } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import { CODE_TTL_S, type VerificationPurpose } from '@tsedra/database/attempts'
import { insertBotLink, type NewBotLink } from '@tsedra/database/bot-links'
import type { Db } from '@tsedra/database/connection'
import { jobRow, queueJob } from '@tsedra/database/outbox'
import type { Knex } from 'knex'
import type { Identity } from './identity.ts'

/** Tries at one code, and at all codes of one attempt. */
export const TRIES_PER_CODE = 5
export const TRIES_PER_VERIFICATION = 15

export interface NewVerification {
  id: string
  purpose: VerificationPurpose
  userId: string | null
  isDecoy: boolean
  identity: Identity
  password: string | null
  firstName: string
  lastName: string
  language: Language
  /** Known to the browser that began it, and to nobody else. */
  secret: string
  /** A letter is to be sent. False for phones, and when too many codes went to this address already. */
  shouldSendEmail: boolean
  /** The way to the bot, of a phone. */
  link: NewBotLink | undefined
}

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

/** Names an attempt of one browser. */
export interface VerificationKey {
  id: string
  secret: string
}

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Writes the attempt with the job of sending its code or with the way to the bot: all of it or none. */
export async function insertVerification(db: Db, { link, ...verification }: NewVerification): Promise<void> {
  if (!link) return insertRow(db, verification)
  await db.transaction(async (trx) => {
    await insertRow(trx, verification)
    await insertBotLink(
      trx,
      link,
      { attempt_id: verification.id, phone: verification.identity.value },
      verification.language,
    )
    await setCodeExpiry(trx, verification.id)
  })
}

async function insertRow(db: Knex, verification: Omit<NewVerification, 'link'>): Promise<void> {
  await db
    .raw(insertSql, [
      verification.id,
      verification.purpose,
      verification.userId,
      verification.isDecoy,
      verification.identity.value,
      verification.identity.kind,
      verification.password,
      verification.firstName,
      verification.lastName,
      verification.language,
      hashSecret(verification.secret),
      ...jobRow(codeRequested, { attemptId: verification.id, number: 1 }),
      verification.shouldSendEmail,
    ])
    .options({ name: 'insert-attempt' })
}

export type TryResult =
  | { kind: 'right'; verification: StoredVerification }
  | { kind: 'wrong'; triesLeft: number }
  /** The code is old or used up; another one may be asked for, or not. */
  | { kind: 'dead'; canResend: boolean }
  /** This browser began no such attempt, or whoever has the phone has cancelled it. */
  | { kind: 'foreign' }

/**
 * Tries a code: one statement counts the try and, if it is right, uses the attempt up.
 *
 * Reading first and writing later would give everybody who comes at once a try of their own.
 */
export const consumeCode = (
  trx: Knex,
  key: VerificationKey,
  purposes: readonly VerificationPurpose[],
  hash: Buffer,
): Promise<TryResult> => tryCode(trx, key, purposes, hash, true)

/** The same for a code that is about to be spent: a wrong one counts, a right one stays as it is. */
export const checkCode = (
  db: Knex,
  key: VerificationKey,
  purposes: readonly VerificationPurpose[],
  hash: Buffer,
): Promise<TryResult> => tryCode(db, key, purposes, hash, false)

async function tryCode(
  trx: Knex,
  { id, secret }: VerificationKey,
  purposes: readonly VerificationPurpose[],
  hash: Buffer,
  shouldConsume: boolean,
): Promise<TryResult> {
  const { rows } = await trx
    .raw<{ rows: (StoredVerification & { isRight: boolean; triesLeft: number })[] }>(tryCodeSql, [
      hash,
      shouldConsume,
      id,
      hashSecret(secret),
      [...purposes],
      TRIES_PER_CODE,
      TRIES_PER_VERIFICATION,
    ])
    .options({ name: 'try-code' })
  const [row] = rows
  if (row) {
    const { isRight, triesLeft, ...verification } = row
    return isRight ? { kind: 'right', verification } : { kind: 'wrong', triesLeft }
  }
  // mutation test: cancelled-verification-ends
  const existing = await trx('pending_registrations')
    .where({ id, browser_hash: hashSecret(secret) })
    .whereNull('cancelled_at')
    .first<{ over: boolean } | undefined>(
      trx.raw('consumed_at IS NOT NULL OR total_attempts >= ? AS over', [TRIES_PER_VERIFICATION]),
    )
  return existing ? { kind: 'dead', canResend: !existing.over } : { kind: 'foreign' }
}

/** Holds the account that an attempt is about, if any: before the attempt itself, as `revokeAccess` does. */
export async function lockOwner(trx: Knex.Transaction, { id, secret }: VerificationKey): Promise<void> {
  const owner = trx('pending_registrations')
    .where({ id, browser_hash: hashSecret(secret) })
    .select('user_id')
  await trx('users').whereIn('id', owner).forUpdate().select('id')
}

/** Uses up an attempt whose phone the bot has seen: the first question gets it, and only this browser's. */
export async function consumeVerified(
  trx: Knex,
  { id, secret }: VerificationKey,
): Promise<StoredVerification | undefined> {
  const { rows } = await trx
    .raw<{ rows: StoredVerification[] }>(
      // mutation test: verification-consumed-once
      `UPDATE pending_registrations p SET consumed_at = now()
       WHERE id = ? AND browser_hash = ? AND verified_at IS NOT NULL AND consumed_at IS NULL AND cancelled_at IS NULL
         AND purpose <> 'reset'
       RETURNING ${verificationColumns}`,
      [id, hashSecret(secret)],
    )
    .options({ name: 'spend-seen' })
  return rows[0]
}

/**
 * Keeps who was seen by the bot with the account, and tells its owner; whose Telegram it is already, it stays.
 *
 * @param to.isProvedTwice else the Telegram of staff is left as it is (infra/decisions/0030-telegram-buttons.md)
 */
export async function linkVerifiedTelegram(
  trx: Knex.Transaction,
  verificationId: string,
  to: { userId: string; hasSecondFactor: boolean },
): Promise<void> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    // mutation test: bot-reset-links-no-staff
    `UPDATE users u SET telegram_id = v.telegram_id, telegram_username = v.telegram_username, updated_at = now()
     FROM telegram_verifications v
     WHERE v.attempt_id = ? AND v.verified AND u.id = ? AND (u.role = 'user' OR ?)
       AND u.telegram_id IS DISTINCT FROM v.telegram_id
       AND NOT EXISTS (SELECT FROM users o WHERE o.telegram_id = v.telegram_id AND o.id <> u.id)`,
    [verificationId, to.userId, to.hasSecondFactor],
  )
  if (rowCount > 0) await notifyOwner(trx, to.userId, 'telegram')
}

/** From now on the bot has its time; a code that is tried before the bot has given one is a wrong one. */
async function setCodeExpiry(trx: Knex.Transaction, id: string): Promise<void> {
  await trx('pending_registrations')
    .where({ id })
    .update({ code_expires_at: trx.raw('now() + make_interval(secs => ?)', [CODE_TTL_S]) })
}

/** Whether something can still come of this attempt. */
export async function isPending(trx: Knex, { id, secret }: VerificationKey): Promise<boolean> {
  const row = await trx('pending_registrations')
    .where({ id, browser_hash: hashSecret(secret) })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .whereRaw('(verified_at IS NOT NULL OR code_expires_at IS NULL OR code_expires_at > now())')
    .first('id')
  return row !== undefined
}

/** Undefined when it is of another browser, or cancelled. */
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

/**
 * Asks for one more code, not within RESEND_S of the last; answers the seconds to wait, or that it is over.
 *
 * @param channel another way to the bot for a phone; else asked when the attempt alone would allow it: seconds that its
 *   address has to wait
 */
export async function requestAnotherCode(
  db: Db,
  { id, secret }: VerificationKey,
  channel: NewBotLink | ((trx: Knex.Transaction) => Promise<number>),
): Promise<{ waitS: number } | 'over'> {
  return db.transaction(async (trx) => {
    const [row] = await trx('pending_registrations')
      .where({ id, browser_hash: hashSecret(secret) })
      .whereNull('consumed_at')
      .whereNull('cancelled_at')
      .where('total_attempts', '<', TRIES_PER_VERIFICATION)
      .forUpdate()
      .select<{ waitS: number }[]>(
        trx.raw('greatest(0, ceil(extract(epoch FROM code_asked_at - now()) + ?))::int AS "waitS"', [
          RESEND_INTERVAL_S,
        ]),
      )
    if (!row) return 'over'
    const waitS = row.waitS || (typeof channel === 'function' ? await channel(trx) : 0)
    if (waitS > 0) return { waitS }
    const [updated] = await trx('pending_registrations')
      .where({ id })
      .update({ code_asked_at: trx.fn.now(), codes_asked: trx.raw('codes_asked + 1') })
      .returning<{ codes_asked: number; identity: string; language: Language }[]>([
        'codes_asked',
        'identity',
        'language',
      ])
    if (!updated) return row
    if (typeof channel === 'function')
      await queueJob(trx, codeRequested, { attemptId: id, number: updated.codes_asked })
    else {
      await insertBotLink(trx, channel, { attempt_id: id, phone: updated.identity }, updated.language)
      await setCodeExpiry(trx, id)
    }
    return row
  })
}

const verificationColumns = `p.id, p.purpose, p.user_id AS "userId", p.identity, p.kind, p.password,
  p.first_name AS "firstName", p.last_name AS "lastName", p.language`

/** `code_hash` is null before there is a code. */
const codeMatchesSql = 'coalesce(code_hash = asked.hash AND NOT is_decoy, false)'

const insertSql = `
  WITH attempt AS (
    INSERT INTO pending_registrations (id, purpose, user_id, is_decoy, identity, kind, password, first_name, last_name,
      language, browser_hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    RETURNING id
  )
  INSERT INTO job_outbox (key, name, payload) SELECT ?, ?, ?::jsonb FROM attempt WHERE ?::boolean
`

// mutation test: wrong-check-counted
/** A right code is none that counts, until it is spent. */
const tryCodeSql = `
  WITH asked AS (SELECT ?::bytea AS hash, ?::boolean AS is_spent)
  UPDATE pending_registrations p
  SET attempts = attempts + CASE WHEN ${codeMatchesSql} AND NOT is_spent THEN 0 ELSE 1 END,
    total_attempts = total_attempts + CASE WHEN ${codeMatchesSql} AND NOT is_spent THEN 0 ELSE 1 END,
    consumed_at = CASE WHEN ${codeMatchesSql} AND is_spent THEN now() END
  FROM asked
  WHERE id = ? AND browser_hash = ? AND purpose = ANY(?) AND consumed_at IS NULL AND cancelled_at IS NULL
    AND code_expires_at > now() AND attempts < ? AND total_attempts < ?
  RETURNING ${verificationColumns}, ${codeMatchesSql} AS "isRight", ${TRIES_PER_CODE} - attempts AS "triesLeft"
`
