import { readFile } from 'node:fs/promises'
import type { Role } from '@tsedra/contract/accounts'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import { ConfigurationError } from '@tsedra/service/config'
import { createPasswordHasher, type PasswordCost } from './accounts/password-hasher.ts'

interface DemoAccount {
  email: string
  password: string
  role: Role
  firstName: string
  lastName: string
  /** Staff account in the Telegram test double: the buttons under an order work at once. */
  telegramId?: string
}

/** Adds the accounts of a demo shop (Config.isTryOut), never those of a production; returns how many were missing. */
export async function addDemoAccounts(db: Db, cost: PasswordCost): Promise<number> {
  const accounts = JSON.parse(
    await readFile(new URL('../seeds/accounts.json', import.meta.url), 'utf8'),
  ) as DemoAccount[]
  const hasher = createPasswordHasher(cost)
  let added = 0
  for (const { email, password, role, firstName, lastName, telegramId = null } of accounts) {
    if (await db('users').where({ email }).first('id')) continue
    const row = {
      email,
      role,
      first_name: firstName,
      last_name: lastName,
      telegram_id: telegramId,
      is_verified: true,
      is_demo: true,
    }
    await db('users')
      .insert({ ...row, password: await hasher.hash(password) })
      .onConflict('email')
      .ignore()
    added += 1
  }
  return added
}

/**
 * Rejects a database with demo accounts: their passwords are published. @throws ConfigurationError with instructions
 */
export async function rejectDemoAccounts(db: Db): Promise<void> {
  const ids = await db('users').where({ is_demo: true }).pluck('id')
  if (ids.length === 0) return
  throw new ConfigurationError([
    `DATABASE_URL: the database has ${ids.length} demo accounts, and their passwords are published. ` +
      'Make an admin of your own with make-admin.ts, then remove them: node api/src/remove-demo-accounts.ts',
  ])
}

/** Deletes every demo account with its sessions; their orders stay. Returns how many there were. */
export async function removeDemoAccounts(db: Db): Promise<number> {
  return db.transaction(async (trx) => {
    const accounts = await trx('users')
      .where({ is_demo: true })
      .delete()
      .returning<{ id: string; role: Role }[]>(['id', 'role'])
    const entries = accounts.map(({ id, role }) => ({ action: 'user.deleted', id, before: { role } }) as const)
    await audit(trx, { id: null, role: 'command' }, ...entries)
    return accounts.length
  })
}
