import type { Db } from '@tsedra/database/connection'
import type { Request, RequestHandler, Response } from 'express'
import type { SealedCookie } from './cookies.ts'
import { insertSession, newSessionId, readSession, revokeSession, type SignedIn } from './session-store.ts'

/** What the cookie claims; the row decides. */
export interface SessionClaim {
  uid: string
  sid: string
  iat: number
}

export interface Sessions {
  /** Puts `signedIn` on the request. */
  attach: RequestHandler
  /** What this browser claims; the row decides. */
  claim(req: Request): Promise<SessionClaim | undefined>
  /**
   * Signs this browser in under an id it has never had, which it answers, and ends the session it had before.
   *
   * @param before id of that session, where the request could not bring its cookie
   */
  start(req: Request, res: Response, userId: string, before?: string): Promise<string>
  /** Ends this browser's session, in the table first. */
  end(req: Request, res: Response): Promise<void>
}

/** Characters kept of what a browser calls itself. */
const DEVICE_MAX = 200

export function createSessions({ db, cookie }: { db: Db; cookie: SealedCookie<SessionClaim> }): Sessions {
  return {
    attach(req, _res, next) {
      let asked: Promise<SignedIn | undefined> | undefined
      req.signedIn = () => (asked ??= read(req))
      next()
    },
    claim: (req) => cookie.read(req),
    async start(req, res, userId, before) {
      const claim = await cookie.read(req)
      for (const former of [claim?.sid, before]) if (former) await revokeSession(db, former)
      const sid = newSessionId()
      await insertSession(db, { sid, userId, device: deviceOf(req) })
      await cookie.write(res, { uid: userId, sid, iat: Date.now() })
      return sid
    },
    async end(req, res) {
      const claim = await cookie.read(req)
      if (claim) await revokeSession(db, claim.sid)
      cookie.clear(res)
    },
  }

  async function read(req: Request): Promise<SignedIn | undefined> {
    const claim = await cookie.read(req)
    return claim && readSession(db, claim.sid, claim.uid)
  }
}

/** Header bytes are Latin-1; whatever is not plain text is left out. */
function deviceOf(req: Request): string {
  return (req.get('user-agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, DEVICE_MAX)
}
