import type { User } from '@tsedra/contract/accounts'
import { audit } from '@tsedra/database/audit'
import type { Request, Response } from 'express'
import type { AccountsContext } from './accounts.ts'
import type { StartOptions } from './sessions.ts'
import { type StoredUser, userView } from './user-store.ts'

/**
 * Signs this browser in after any sign-in method and makes it a known device. Sign-ins of staff are audited.
 *
 * @param user as read before the credentials were checked, or in the transaction that consumed them
 * @param options.by sign-in method, for the logs
 * @throws Refusal `unauthorized`, or `options.refusal`, when access to the account was revoked since `user` was read
 */
export async function startSession(
  { sessions, devices, verifications, log }: Pick<AccountsContext, 'sessions' | 'devices' | 'verifications' | 'log'>,
  req: Request,
  res: Response,
  user: StoredUser,
  { by, previousSessionId, refusal }: { by: string } & Pick<StartOptions, 'previousSessionId' | 'refusal'>,
): Promise<{ user: User }> {
  await sessions.start(req, res, user, {
    previousSessionId,
    refusal,
    work: async (trx) => {
      if (user.role !== 'user') await audit(trx, user, { action: 'session.started', after: { by } })
    },
  })
  await devices.trust(req, res, user, { hasSecondFactor: false })
  if (by !== 'password') verifications.clearCookie(res)
  log.info({ event: 'signed-in', by, user: user.id })
  return { user: userView(user) }
}
