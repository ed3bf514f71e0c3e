import type { ErrorCode } from '@tsedra/contract/errors'
import { endpoints } from '@tsedra/contract/endpoints'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { ErrorRequestHandler } from 'express'
import type { AccountRateLimits } from '../accounts/rate-limits.ts'
import { Refusal } from '../http/refusal.ts'

/** Routes of the contract that only staff may call: `GET /api/admin/orders/:id`. */
const staffRoutes = new Set<string>(
  endpoints.filter(({ access }) => access === 'staff' || access === 'admin').map(({ route }) => route),
)
const denialCodes: readonly ErrorCode[] = ['forbidden', 'second_factor_required']

/**
 * Audits denied staff calls of signed-in users (infra/decisions/0027-audit-log-and-edit-conflicts.md), up to the rate limit
 * `denied-user`: entries of the audit log cannot be deleted.
 */
export function auditDeniedAccess({
  db,
  accountRateLimits,
}: {
  db: Db
  accountRateLimits: AccountRateLimits
}): ErrorRequestHandler {
  return async (error: unknown, req, _res, next) => {
    const route = `${req.method} ${(req.route as { path?: string } | undefined)?.path ?? ''}`
    if (error instanceof Refusal && denialCodes.includes(error.code) && staffRoutes.has(route)) {
      const user = await req.signedIn()
      if (user && (await accountRateLimits.consume('denied-user', user.id)) === 0) {
        await db.transaction((trx) => audit(trx, user, { action: 'session.refused', after: { call: route } }))
      }
    }
    next(error)
  }
}
