import type { ErrorCode } from '@tsedra/contract/errors'
import { endpoints } from '@tsedra/contract/endpoints'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { ErrorRequestHandler } from 'express'
import type { Throttles } from '../accounts/throttles.ts'
import { Refusal } from '../http/refusal.ts'

/** Addresses of the contract that are for staff alone: `GET /api/admin/orders/:id`. */
const ofStaff = new Set<string>(
  endpoints.filter(({ who }) => who === 'staff' || who === 'admin').map(({ address }) => address),
)
const denials: readonly ErrorCode[] = ['forbidden', 'second_factor_required']

/**
 * Writes down who was signed in and not let in to what is for staff (infra/decisions/0027-staff-changes.md), as often as
 * `denied-user` says: no line of the audit log can be taken back.
 */
export function noteDenied({ db, throttles }: { db: Db; throttles: Throttles }): ErrorRequestHandler {
  return async (error: unknown, req, _res, next) => {
    const call = `${req.method} ${(req.route as { path?: string } | undefined)?.path ?? ''}`
    if (error instanceof Refusal && denials.includes(error.code) && ofStaff.has(call)) {
      const user = await req.signedIn()
      if (user && (await throttles.take('denied-user', user.id)) === 0) {
        await db.transaction((trx) => audit(trx, user, { action: 'session.refused', after: { call } }))
      }
    }
    next(error)
  }
}
