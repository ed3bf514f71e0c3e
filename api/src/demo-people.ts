import { readFile } from 'node:fs/promises'
import type { Role } from '@tsedra/contract/accounts'
import type { Db } from '@tsedra/database/connection'
import { createHasher, type PasswordCost } from './accounts/hasher.ts'

interface DemoPerson {
  email: string
  password: string
  role: Role
  firstName: string
  lastName: string
  /** Who writes as staff in the stand-in for Telegram: the keys under an order work at once. */
  telegramId?: string
}

/** Adds who may be signed in as in a shop that is tried out, never in production; answers how many were not there yet. */
export async function addDemoPeople(db: Db, cost: PasswordCost): Promise<number> {
  const people = JSON.parse(await readFile(new URL('../seeds/people.json', import.meta.url), 'utf8')) as DemoPerson[]
  const hasher = createHasher(cost)
  let added = 0
  for (const { email, password, role, firstName, lastName, telegramId = null } of people) {
    if (await db('users').where({ email }).first('id')) continue
    const row = { email, role, first_name: firstName, last_name: lastName, telegram_id: telegramId, is_verified: true }
    await db('users')
      .insert({ ...row, password: await hasher.hash(password) })
      .onConflict('email')
      .ignore()
    added += 1
  }
  return added
}
