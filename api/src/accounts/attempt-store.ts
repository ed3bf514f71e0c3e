import { createHash } from 'node:crypto'
import { RESEND_S } from '@tsedra/contract/accounts'
import { tellOwner } from '@tsedra/database/account-changes'
import { codeRequested } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import { CODE_TTL_S, type Purpose } from '@tsedra/database/attempts'
import { insertLink, type NewLink } from '@tsedra/database/bot-links'
import type { Db } from '@tsedra/database/connection'
import { jobRow, queueJob } from '@tsedra/database/outbox'
import type { Knex } from 'knex'
import type { Identity } from './identity.ts'

/** Tries at one code, and at all codes of one attempt. */
export const TRIES_PER_CODE = 5
export const TRIES_PER_ATTEMPT = 15

export interface NewAttempt {
  id: string
  purpose: Purpose
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
  isTold: boolean
  /** The way to the bot, of a phone. */
  link: NewLink | undefined
}

export interface StoredAttempt {
  id: string
  purpose: Purpose
  userId: string | null
  identity: string
  kind: Identity['kind']
  password: string | null
  firstName: string
  lastName: string
  language: Language
}

/** Names an attempt of one browser. */
export interface AttemptKey {
  id: string
  secret: string
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Writes the attempt with the job of sending its code or with the way to the bot: all of it or none. */
export async function insertAttempt(db: Db, { link, ...attempt }: NewAttempt): Promise<void> {
  if (!link) return insertRow(db, attempt)
  await db.transaction(async (trx) => {
    await insertRow(trx, attempt)
    await insertLink(trx, link, { attempt_id: attempt.id, phone: attempt.identity.value }, attempt.language)
    await waitForBot(trx, attempt.id)
  })
}

async function insertRow(db: Knex, attempt: Omit<NewAttempt, 'link'>): Promise<void> {
  await db
    .raw(insertion, [
      attempt.id,
      attempt.purpose,
      attempt.userId,
      attempt.isDecoy,
      attempt.identity.value,
      attempt.identity.kind,
      attempt.password,
      attempt.firstName,
      attempt.lastName,
      attempt.language,
      hashOf(attempt.secret),
      ...jobRow(codeRequested, { attemptId: attempt.id, number: 1 }),
      attempt.isTold,
    ])
    .options({ name: 'insert-attempt' })
}

export type Spent =
  | { kind: 'right'; attempt: StoredAttempt }
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
export const spendCode = (trx: Knex, key: AttemptKey, purposes: readonly Purpose[], hash: Buffer): Promise<Spent> =>
  tryCode(trx, key, purposes, hash, true)

/** The same for a code that is about to be spent: a wrong one counts, a right one stays as it is. */
export const checkCode = (db: Knex, key: AttemptKey, purposes: readonly Purpose[], hash: Buffer): Promise<Spent> =>
  tryCode(db, key, purposes, hash, false)

async function tryCode(
  trx: Knex,
  { id, secret }: AttemptKey,
  purposes: readonly Purpose[],
  hash: Buffer,
  isSpent: boolean,
): Promise<Spent> {
  const { rows } = await trx
    .raw<{ rows: (StoredAttempt & { isRight: boolean; triesLeft: number })[] }>(trying, [
      hash,
      isSpent,
      id,
      hashOf(secret),
      [...purposes],
      TRIES_PER_CODE,
      TRIES_PER_ATTEMPT,
    ])
    .options({ name: 'try-code' })
  const [row] = rows
  if (row) {
    const { isRight, triesLeft, ...attempt } = row
    return isRight ? { kind: 'right', attempt } : { kind: 'wrong', triesLeft }
  }
  // mutation test: cancelled-verification-ends
  const known = await trx('pending_registrations')
    .where({ id, browser_hash: hashOf(secret) })
    .whereNull('cancelled_at')
    .first<{ over: boolean } | undefined>(
      trx.raw('consumed_at IS NOT NULL OR total_attempts >= ? AS over', [TRIES_PER_ATTEMPT]),
    )
  return known ? { kind: 'dead', canResend: !known.over } : { kind: 'foreign' }
}

/** Holds the account that an attempt is about, if any: before the attempt itself, as `revokeAccess` does. */
export async function holdOwner(trx: Knex.Transaction, { id, secret }: AttemptKey): Promise<void> {
  const owner = trx('pending_registrations')
    .where({ id, browser_hash: hashOf(secret) })
    .select('user_id')
  await trx('users').whereIn('id', owner).forUpdate().select('id')
}

/** Uses up an attempt whose phone the bot has seen: the first question gets it, and only this browser's. */
export async function spendSeen(trx: Knex, { id, secret }: AttemptKey): Promise<StoredAttempt | undefined> {
  const { rows } = await trx
    .raw<{ rows: StoredAttempt[] }>(
      // mutation test: verification-consumed-once
      `UPDATE pending_registrations p SET consumed_at = now()
       WHERE id = ? AND browser_hash = ? AND verified_at IS NOT NULL AND consumed_at IS NULL AND cancelled_at IS NULL
         AND purpose <> 'reset'
       RETURNING ${attemptColumns}`,
      [id, hashOf(secret)],
    )
    .options({ name: 'spend-seen' })
  return rows[0]
}

/**
 * Keeps who was seen by the bot with the account, and tells its owner; whose Telegram it is already, it stays.
 *
 * @param to.isProvedTwice else the Telegram of staff is left as it is (infra/decisions/0030-buttons.md)
 */
export async function tieSeen(
  trx: Knex.Transaction,
  attemptId: string,
  to: { userId: string; isProvedTwice: boolean },
): Promise<void> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    // mutation test: bot-reset-links-no-staff
    `UPDATE users u SET telegram_id = v.telegram_id, telegram_username = v.telegram_username, updated_at = now()
     FROM telegram_verifications v
     WHERE v.attempt_id = ? AND v.verified AND u.id = ? AND (u.role = 'user' OR ?)
       AND u.telegram_id IS DISTINCT FROM v.telegram_id
       AND NOT EXISTS (SELECT FROM users o WHERE o.telegram_id = v.telegram_id AND o.id <> u.id)`,
    [attemptId, to.userId, to.isProvedTwice],
  )
  if (rowCount > 0) await tellOwner(trx, to.userId, 'telegram')
}

/** From now on the bot has its time; a code that is tried before the bot has given one is a wrong one. */
async function waitForBot(trx: Knex.Transaction, id: string): Promise<void> {
  await trx('pending_registrations')
    .where({ id })
    .update({ code_expires_at: trx.raw('now() + make_interval(secs => ?)', [CODE_TTL_S]) })
}

/** Whether something can still come of this attempt. */
export async function isOpen(trx: Knex, { id, secret }: AttemptKey): Promise<boolean> {
  const row = await trx('pending_registrations')
    .where({ id, browser_hash: hashOf(secret) })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .whereRaw('(verified_at IS NOT NULL OR code_expires_at IS NULL OR code_expires_at > now())')
    .first('id')
  return row !== undefined
}

/** Undefined when it is of another browser, or cancelled. */
export async function readAttempt(db: Db, { id, secret }: AttemptKey): Promise<StoredAttempt | undefined> {
  const { rows } = await db.raw<{ rows: StoredAttempt[] }>(
    `SELECT ${attemptColumns} FROM pending_registrations p WHERE id = ? AND browser_hash = ? AND cancelled_at IS NULL`,
    [id, hashOf(secret)],
  )
  return rows[0]
}

/**
 * Asks for one more code, not within RESEND_S of the last; answers the seconds to wait, or that it is over.
 *
 * @param way another way to the bot for a phone; else asked when the attempt alone would allow it: seconds that its
 *   address has to wait
 */
export async function askAgain(
  db: Db,
  { id, secret }: AttemptKey,
  way: NewLink | ((trx: Knex.Transaction) => Promise<number>),
): Promise<{ waitS: number } | 'over'> {
  return db.transaction(async (trx) => {
    const [row] = await trx('pending_registrations')
      .where({ id, browser_hash: hashOf(secret) })
      .whereNull('consumed_at')
      .whereNull('cancelled_at')
      .where('total_attempts', '<', TRIES_PER_ATTEMPT)
      .forUpdate()
      .select<{ waitS: number }[]>(
        trx.raw('greatest(0, ceil(extract(epoch FROM code_asked_at - now()) + ?))::int AS "waitS"', [RESEND_S]),
      )
    if (!row) return 'over'
    const waitS = row.waitS || (typeof way === 'function' ? await way(trx) : 0)
    if (waitS > 0) return { waitS }
    const [asked] = await trx('pending_registrations')
      .where({ id })
      .update({ code_asked_at: trx.fn.now(), codes_asked: trx.raw('codes_asked + 1') })
      .returning<{ codes_asked: number; identity: string; language: Language }[]>([
        'codes_asked',
        'identity',
        'language',
      ])
    if (!asked) return row
    if (typeof way === 'function') await queueJob(trx, codeRequested, { attemptId: id, number: asked.codes_asked })
    else {
      await insertLink(trx, way, { attempt_id: id, phone: asked.identity }, asked.language)
      await waitForBot(trx, id)
    }
    return row
  })
}

const attemptColumns = `p.id, p.purpose, p.user_id AS "userId", p.identity, p.kind, p.password,
  p.first_name AS "firstName", p.last_name AS "lastName", p.language`

/** `code_hash` is null before there is a code. */
const fits = 'coalesce(code_hash = asked.hash AND NOT is_decoy, false)'

const insertion = `
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
const trying = `
  WITH asked AS (SELECT ?::bytea AS hash, ?::boolean AS is_spent)
  UPDATE pending_registrations p
  SET attempts = attempts + CASE WHEN ${fits} AND NOT is_spent THEN 0 ELSE 1 END,
    total_attempts = total_attempts + CASE WHEN ${fits} AND NOT is_spent THEN 0 ELSE 1 END,
    consumed_at = CASE WHEN ${fits} AND is_spent THEN now() END
  FROM asked
  WHERE id = ? AND browser_hash = ? AND purpose = ANY(?) AND consumed_at IS NULL AND cancelled_at IS NULL
    AND code_expires_at > now() AND attempts < ? AND total_attempts < ?
  RETURNING ${attemptColumns}, ${fits} AS "isRight", ${TRIES_PER_CODE} - attempts AS "triesLeft"
`
