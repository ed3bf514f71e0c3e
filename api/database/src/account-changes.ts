import { accountChanged } from '@tsedra/contract/jobs'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'
import type { Db } from './connection.ts'
import { queueJob } from './outbox.ts'

/** What may have changed about how somebody signs in; a third party or Telegram is one that was added. */
export type AccountChange =
  | 'password'
  | 'email'
  | 'phone'
  | 'second-factor'
  | 'second-factor-reset'
  | 'google'
  | 'apple'
  | 'telegram'
  | 'staff-role'

/**
 * Writes down that the owner of an account is to hear of a change, at the e-mail address that the account has now: to be
 * called in the transaction of the change, and before it. Whoever has no address is told nothing.
 */
export async function notifyOwner(trx: Knex.Transaction, userId: string, change: AccountChange): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `INSERT INTO account_changes (user_id, what, email, language)
     SELECT id, ?, email, coalesce(language, ?) FROM users WHERE id = ? AND email IS NOT NULL
     RETURNING id`,
    [change, defaultLanguage, userId],
  )
  for (const { id } of rows) await queueJob(trx, accountChanged, { changeId: Number(id) })
}

/** What is to be told, and where; undefined when it is too old, or the account is gone. */
export async function readAccountChange(
  db: Db,
  id: number,
): Promise<{ what: AccountChange; email: string; language: Language } | undefined> {
  return db('account_changes')
    .where({ id })
    .first<{ what: AccountChange; email: string; language: Language } | undefined>('what', 'email', 'language')
}
