import { accountChanged } from '@tsedra/contract/jobs'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'
import type { Db } from './connection.ts'
import { queueJob } from './outbox.ts'

/** A change to the sign-in methods of an account; a provider or `telegram` means that it was added. */
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
 * Queues the notification of the account's owner, to the e-mail address that the account has now: call it in the
 * transaction of the change, before the change. An account without an address receives none.
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

/** Returns the change and its recipient; undefined when it is too old, or the account is deleted. */
export async function readAccountChange(
  db: Db,
  id: number,
): Promise<{ what: AccountChange; email: string; language: Language } | undefined> {
  return db('account_changes')
    .where({ id })
    .first<{ what: AccountChange; email: string; language: Language } | undefined>('what', 'email', 'language')
}
