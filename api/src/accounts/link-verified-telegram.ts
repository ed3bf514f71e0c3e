import { notifyOwner } from '@tsedra/database/account-changes'
import type { Knex } from 'knex'

/**
 * Links the Telegram account that the bot has verified and notifies the user; one that another user has linked stays there.
 *
 * @param to.hasSecondFactor without it the Telegram account of staff is unchanged (infra/decisions/0030-telegram-buttons.md)
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
