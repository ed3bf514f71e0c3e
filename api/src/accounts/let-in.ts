import type { User } from '@tsedra/contract/accounts'
import { audit } from '@tsedra/database/audit'
import type { Request, Response } from 'express'
import type { People } from './people.ts'
import type { StartOptions } from './sessions.ts'
import { type StoredUser, userView } from './user-store.ts'

/**
 * Signs this browser in, whichever way its person was proved, and remembers the browser. Sign-ins of staff are audited.
 *
 * @param user as read before the proof was checked, or in the transaction that used it up
 * @param by how, for the logs
 * @param before id of a session to end besides the one that the request carries
 * @throws Refusal `unauthorized`, or `refusal`, when access to the account was revoked since `user` was read
 */
export async function letIn(
  { sessions, devices, attempts, log }: Pick<People, 'sessions' | 'devices' | 'attempts' | 'log'>,
  req: Request,
  res: Response,
  user: StoredUser,
  { by, before, refusal }: { by: string } & Pick<StartOptions, 'before' | 'refusal'>,
): Promise<{ user: User }> {
  await sessions.start(req, res, user, {
    before,
    refusal,
    work: async (trx) => {
      if (user.role !== 'user') await audit(trx, user, { action: 'session.started', after: { by } })
    },
  })
  await devices.trust(req, res, user, { isProvedTwice: false })
  if (by !== 'password') attempts.forget(res)
  log.info({ event: 'signed-in', by, user: user.id })
  return { user: userView(user) }
}
