import type { User } from '@tsedra/contract/accounts'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'

export interface ProfileChange {
  firstName?: string | undefined
  lastName?: string | undefined
  language?: User['language'] | undefined
}

export async function updateProfile(
  db: Db,
  id: string,
  { firstName, lastName, language }: ProfileChange,
): Promise<void> {
  await db('users')
    .where({ id })
    .update({
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(language && { language }),
      updated_at: db.fn.now(),
    })
}

/** Deletes the account; false when it is the last admin's, who must first make another one. */
export async function deleteUser(trx: Knex.Transaction, id: string): Promise<boolean> {
  // Two admins who leave at the same time meet here.
  const admins = await trx('users').where({ role: 'admin', is_active: true }).forUpdate().select<{ id: string }[]>('id')
  if (admins.length === 1 && admins[0]?.id === id) return false
  await trx('users').where({ id }).delete()
  return true
}
