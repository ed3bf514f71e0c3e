import {
  linkThirdParty,
  signInMethods,
  type ThirdParty,
  thirdParties,
  untieThirdParty,
} from '@tsedra/contract/third-parties'
import { withPatience } from '@tsedra/database/patience'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { refusingBadBodies } from '../../http/body-errors.ts'
import { Refusal } from '../../http/refusal.ts'
import { createRouter } from '../../http/router.ts'
import { serve } from '../../http/serve.ts'
import { holdAccess } from '../hold-access.ts'
import { letIn } from '../let-in.ts'
import { isOwnNavigation } from '../own-navigation.ts'
import type { People } from '../people.ts'
import { returnTo } from '../return-to.ts'
import { readUser, userView } from '../user-store.ts'
import type { ThirdPartyClient, ThirdPartyClients } from './client.ts'
import { ownerOf, tie, untie } from './owner.ts'
import { ThirdPartyProblem } from './problem.ts'

/** Bytes of a form at most. */
const FORM_LIMIT = 8 * 1024

/**
 * The way to a third party and back (infra/decisions/0026-third-parties.md). Both are navigations: whatever goes wrong,
 * the person ends in the dialog.
 *
 * Mounted before the check for cross-site requests: Apple's answer is one, and brings proofs of its own.
 */
export function thirdPartyNavigations(people: People, clients: ThirdPartyClients): Router {
  const { db, log, publicOrigin, dances, links, sessions } = people
  const router = createRouter()

  for (const party of thirdParties) {
    const client = clients[party]
    if (!client) continue
    router.get(`/api/auth/${party}`, (req, res) => begin(party, client, req, res))
    const callback = `/api/auth/${party}/callback`
    const back = (fields: URLSearchParams, req: Request, res: Response) => finish(party, client, fields, req, res)
    if (party === 'apple') {
      router.post(callback, postedFrom(client.origin), form, (req, res) =>
        back(new URLSearchParams(typeof req.body === 'string' ? req.body : ''), req, res),
      )
    } else {
      router.get(callback, (req, res) => back(new URL(req.originalUrl, publicOrigin).searchParams, req, res))
    }
  }
  return router

  async function begin(party: ThirdParty, client: ThirdPartyClient, req: Request, res: Response): Promise<void> {
    const next = returnTo(req.query['next'], publicOrigin)
    // A page of somebody else may show the dialog, and nothing more.
    // mutation test: sign-in-from-own-page
    if (!isOwnNavigation(req)) return go(res, dialog({ next }))
    try {
      const { address, secrets } = await client.begin()
      const claim = await sessions.claim(req)
      // mutation test: oauth-ends-former-session
      await dances.write(res, { party, next, before: claim?.sid, ...secrets })
      go(res, address.href)
    } catch (error) {
      go(res, dialog({ problem: told(error, party), next }))
    }
  }

  async function finish(
    party: ThirdParty,
    client: ThirdPartyClient,
    fields: URLSearchParams,
    req: Request,
    res: Response,
  ): Promise<void> {
    const dance = await dances.read(req)
    // Good once, whatever comes of it.
    // mutation test: oauth-cookie-single-use
    dances.clear(res)
    const next = dance?.next ?? '/'
    try {
      // mutation test: oauth-provider-bound
      if (!dance || dance.party !== party) throw new ThirdPartyProblem('expired')
      // mutation test: callback-not-logged
      const proved = await client.finish(fields, dance)
      const { user, asksPassword } = await withPatience(async () => {
        const owner = await db.transaction((trx) => ownerOf(trx, party, proved))
        if (owner.asksPassword) return owner
        const refusal = () => new ThirdPartyProblem('expired')
        await letIn(people, req, res, owner.user, { by: party, before: dance.before, refusal })
        return owner
      })
      if (!asksPassword) return go(res, next)
      await links.write(res, { party, sub: proved.sub, userId: user.id, next })
      go(res, dialog({ link: party, next }))
    } catch (error) {
      go(res, dialog({ problem: told(error, party), next }))
    }
  }

  /** The word for the person; the log hears a little more, and never what was sent. */
  function told(error: unknown, party: ThirdParty): string {
    const problem = error instanceof ThirdPartyProblem ? error.problem : 'unavailable'
    if (error instanceof ThirdPartyProblem) {
      const { name, code, error: word } = (error.cause ?? {}) as { name?: string; code?: string; error?: string }
      people.countRefused()
      log.info({ event: 'sign-in-refused', by: party, problem, why: code ?? word ?? name })
    } else {
      log.error({ err: error, by: party }, 'unexpected error')
    }
    return problem
  }
}

/** What the page asks about third parties. */
export function thirdPartyRoutes(people: People, clients: ThirdPartyClients, { phone }: { phone: boolean }): Router {
  const { db, log, passwords, links } = people
  const router = createRouter()

  serve(router, signInMethods, async () => ({
    google: clients.google !== undefined,
    apple: clients.apple !== undefined,
    phone,
  }))

  serve(router, linkThirdParty, async ({ body }, { req, res }) => {
    const pending = await links.read(req)
    if (!pending) throw new Refusal('unauthorized', 'Unauthorized: this browser has nothing to link.')
    const user = await readUser(db, pending.userId)
    const fits = await passwords.check(req, user, pending.userId, body.password)
    // mutation test: link-requires-password
    if (!fits || !user?.isActive || !user.isVerified) {
      throw new Refusal('password_wrong', 'This is not the password of the account.')
    }
    await db.transaction(async (trx) => {
      // mutation test: link-epoch-compared
      if (!(await holdAccess(trx, user))) throw new Refusal('unauthorized', 'Unauthorized: sign in again.')
      if (!(await tie(trx, pending.party, pending))) {
        throw new Refusal('identity_taken', 'This account is tied to somebody else already.')
      }
    })
    links.clear(res)
    return { ...(await letIn(people, req, res, user, { by: pending.party })), next: pending.next }
  })

  serve(router, untieThirdParty, async ({ params: { party } }, { user }) => {
    const others = thirdParties.filter((each) => each !== party && clients[each])
    if (!(await untie(db, party, user.id, others))) {
      throw new Refusal('last_way_in', 'Nobody could sign in to this account any more.')
    }
    log.info({ event: 'untied', from: party, user: user.id })
    return userView({ ...user, ...(await readUser(db, user.id)) })
  })

  return router
}

// mutation test: apple-form-size
const form = refusingBadBodies(express.text({ type: 'application/x-www-form-urlencoded', limit: FORM_LIMIT }))

/** The form of a third party comes from its own page. */
function postedFrom(origin: string): RequestHandler {
  return (req, _res, next) => {
    // mutation test: apple-form-origin
    if (req.get('origin') !== origin) {
      throw new Refusal('forbidden', 'This request came from another site.', undefined, { event: 'cross-site' })
    }
    next()
  }
}

/** The sign-in dialog of the page. */
function dialog(says: { next: string; problem?: string; link?: ThirdParty }): string {
  return `/?${new URLSearchParams({ login: '1', ...says }).toString()}`
}

function go(res: Response, address: string): void {
  res.set('Cache-Control', 'no-store').redirect(303, address)
}
