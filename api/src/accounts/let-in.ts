import type { User } from '@tsedra/contract/accounts'
import { audit } from '@tsedra/database/audit'
import type { Request, Response } from 'express'
import type { People } from './people.ts'
import { type StoredUser, userView } from './user-store.ts'

/**
 * Signs this browser in, whichever way its person was proved, and remembers the browser. That of staff is written down.
 *
 * @param by how, for the logs
 * @param before id of a session to end besides the one that the request carries
 */
export async function letIn(
  { db, sessions, passwords, attempts, log }: Pick<People, 'db' | 'sessions' | 'passwords' | 'attempts' | 'log'>,
  req: Request,
  res: Response,
  user: StoredUser,
  { by, before }: { by: string; before?: string | undefined },
): Promise<{ user: User }> {
  if (user.role !== 'user') {
    await db.transaction((trx) => audit(trx, user, { action: 'session.started', after: { by } }))
  }
  await sessions.start(req, res, user.id, before)
  await passwords.trust(res, user.id)
  if (by !== 'password') attempts.forget(res)
  log.info({ event: 'signed-in', by, user: user.id })
  return { user: userView(user) }
}
