import type { Knex } from 'knex'

/**
 * Clears the second factor and the linked Telegram of an account, and with `password` its password, which may be shorter
 * than staff need (infra/decisions/0031-roles.md). The hash stays, for the hint that a new password is required.
 */
export async function clearCredentials(
  trx: Knex.Transaction,
  id: string,
  { password }: { password: boolean },
): Promise<void> {
  await trx('users')
    .where({ id })
    .update({
      totp_secret: null,
      totp_step: null,
      // mutation test: lost-phone-unlinks-telegram
      telegram_id: null,
      telegram_username: null,
      ...(password && { password: null, former_password: trx.ref('password') }),
      updated_at: trx.fn.now(),
    })
}
