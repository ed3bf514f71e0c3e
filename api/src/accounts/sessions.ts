import type { Db } from '@tsedra/database/connection'
import type { Request, RequestHandler, Response } from 'express'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import type { EncryptedCookie } from './encrypted-cookie.ts'
import { lockAccess, type AuthenticatedUser } from './lock-access.ts'
import { insertSession, generateSessionId, readSession, revokeSession, type SignedInUser } from './session-store.ts'

/** The content of the session cookie: a claim, because only the row in the table is authoritative. */
export interface SessionClaim {
  uid: string
  sid: string
  iat: number
}

export interface Sessions {
  /** Adds `signedIn` to the request. */
  attach: RequestHandler
  /** Returns the content of the session cookie, unchecked. */
  claim(req: Request): Promise<SessionClaim | undefined>
  /**
   * Starts a session under a new id and ends the former one of this browser, in one transaction that locks the account.
   *
   * @param user as read before the authentication
   * @throws Refusal `unauthorized`, or `options.refusal`, when access to the account was revoked since then
   */
  start(req: Request, res: Response, user: AuthenticatedUser, options?: StartOptions): Promise<void>
  /** Ends this browser's session, in the table first. */
  end(req: Request, res: Response): Promise<void>
}

export interface StartOptions {
  /** Id of the session to end when the request cannot carry its cookie: Apple's cross-site form. */
  previousSessionId?: string | undefined
  /** Staff have confirmed their second factor. */
  hasSecondFactor?: boolean
  refusal?: (() => Error) | undefined
  /** Runs in the same transaction, while the account is locked and before the session starts. */
  work?: (trx: Knex.Transaction) => Promise<void>
}

/** Maximum length of the stored User-Agent. */
const DEVICE_MAX = 200

export function createSessions({ db, cookie }: { db: Db; cookie: EncryptedCookie<SessionClaim> }): Sessions {
  return {
    attach(req, _res, next) {
      let userPromise: Promise<SignedInUser | undefined> | undefined
      req.signedIn = () => (userPromise ??= read(req))
      next()
    },
    claim: (req) => cookie.read(req),
    async start(req, res, user, { previousSessionId, hasSecondFactor = false, refusal = accessRevoked, work } = {}) {
      const claim = await cookie.read(req)
      const sid = generateSessionId()
      await db.transaction(async (trx) => {
        if (!(await lockAccess(trx, user))) throw refusal()
        await work?.(trx)
        for (const former of [claim?.sid, previousSessionId]) if (former) await revokeSession(trx, former)
        await insertSession(trx, { sid, userId: user.id, device: readDeviceName(req), hasSecondFactor })
      })
      await cookie.write(res, { uid: user.id, sid, iat: Date.now() })
    },
    async end(req, res) {
      const claim = await cookie.read(req)
      if (claim) await revokeSession(db, claim.sid)
      cookie.clear(res)
    },
  }

  async function read(req: Request): Promise<SignedInUser | undefined> {
    const claim = await cookie.read(req)
    return claim && readSession(db, claim.sid, claim.uid)
  }
}

const accessRevoked = () => new Refusal('unauthorized', 'Unauthorized: sign in again.')

/** Returns the User-Agent in printable ASCII: header bytes are Latin-1. */
function readDeviceName(req: Request): string {
  return (req.get('user-agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, DEVICE_MAX)
}
