import { randomBytes, randomUUID } from 'node:crypto'
import type { Verification } from '@tsedra/contract/accounts'
import { codeRequested } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import type { VerificationPurpose } from '@tsedra/database/verifications'
import type { NewBotLink } from '@tsedra/database/bot-links'
import type { Db } from '@tsedra/database/connection'
import { jobRow } from '@tsedra/database/outbox'
import { runPrepared } from '@tsedra/database/prepared-statement'
import type { Response } from 'express'
import type { Knex } from 'knex'
import type { Requester } from './devices.ts'
import type { Identity } from './identity.ts'
import { hashSecret, type VerificationKey } from './stored-verification.ts'
import { createVerificationLink, storeVerificationLink, type VerificationContext } from './verification-context.ts'

export interface VerificationRequest {
  purpose: VerificationPurpose
  identity: Identity
  /** Id of the account to verify; null makes a decoy, unless the purpose is a registration. */
  userId: string | null
  /** No code matches a decoy; its response must not differ from a real one (account enumeration). */
  isDecoy?: boolean
  password?: string | null
  firstName?: string
  lastName?: string
  language: Language
}

/** Stores a verification, requests its code or bot link, and binds it to this browser by a cookie. */
export async function startVerification(
  context: VerificationContext,
  res: Response,
  request: VerificationRequest,
  requester: Requester,
): Promise<Verification> {
  const { purpose, identity } = request
  const key: VerificationKey = { id: randomUUID(), secret: randomBytes(16).toString('base64url') }
  const link = createVerificationLink(context, identity.kind, purpose)
  // False for phones, and when the e-mail limit of the mailbox is reached.
  const shouldSendEmail =
    identity.kind === 'email' &&
    (await context.emailLimits.consume({ purpose, identity: identity.value, requester })) === 0
  await insertVerification(context.db, { key, request, shouldSendEmail, link: link?.stored })
  await context.cookie.write(res, key)
  return { userId: key.id, type: identity.kind, ...(link && { bot: link.botLink }) }
}

interface NewVerification {
  key: VerificationKey
  request: VerificationRequest
  shouldSendEmail: boolean
  link: NewBotLink | undefined
}

/** Inserts the verification and its code job in one statement, or the verification and its bot link in one transaction. */
async function insertVerification(db: Db, verification: NewVerification): Promise<void> {
  const { link, key, request } = verification
  if (!link) return insertRow(db, verification)
  await db.transaction(async (trx) => {
    await insertRow(trx, verification)
    await storeVerificationLink(trx, link, { id: key.id, phone: request.identity.value, language: request.language })
  })
}

async function insertRow(db: Knex, { key, request, shouldSendEmail }: NewVerification): Promise<void> {
  const { purpose, userId, identity, language } = request
  await runPrepared(db, 'insert-attempt', insertSql, [
    key.id,
    purpose,
    userId,
    request.isDecoy ?? (purpose !== 'register' && userId === null),
    identity.value,
    identity.kind,
    request.password ?? null,
    request.firstName ?? '',
    request.lastName ?? '',
    language,
    hashSecret(key.secret),
    ...jobRow(codeRequested, { attemptId: key.id, number: 1 }),
    shouldSendEmail,
  ])
}

const insertSql = `
  WITH attempt AS (
    INSERT INTO pending_registrations (id, purpose, user_id, is_decoy, identity, kind, password, first_name, last_name,
      language, browser_hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    RETURNING id
  )
  INSERT INTO job_outbox (key, name, payload) SELECT ?, ?, ?::jsonb FROM attempt WHERE ?::boolean
`
