import type { Actor } from '@tsedra/database/audit'
import type { Knex } from 'knex'

/** Returns the active staff member linked to a Telegram account, if any. */
export async function readStaff(trx: Knex.Transaction, telegramId: number): Promise<Actor | undefined> {
  // mutation test: buttons-staff-only, buttons-active-staff-only
  const row = await trx('users')
    .where({ telegram_id: String(telegramId), is_active: true, is_verified: true })
    .whereIn('role', ['editor', 'admin'])
    .first<{ id: string } | undefined>('id')
  return row && { id: row.id, role: 'telegram' }
}
