import { linkProvider, signInMethods, type Provider, providers, unlinkProvider } from '@tsedra/contract/third-parties'
import { parseReturnPath } from '@tsedra/contract/return-path'
import { withDatabaseTimeout } from '@tsedra/database/patience'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { rejectBadBodies } from '../../http/body-errors.ts'
import { Refusal } from '../../http/refusal.ts'
import { createRouter } from '../../http/router.ts'
import { serve } from '../../http/serve.ts'
import { lockAccess } from '../lock-access.ts'
import { startSession } from '../start-session.ts'
import { isSameOriginNavigation } from '../same-origin-navigation.ts'
import type { AccountsContext } from '../accounts.ts'
import { readUser, userView } from '../user-store.ts'
import type { ProviderClient, ProviderClients } from './provider-client.ts'
import { findOrCreateAccount, addProviderLink, removeProviderLink } from './provider-account.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'

/** Bytes of a form at most. */
const FORM_LIMIT_BYTES = 8 * 1024

/**
 * The way to a third party and back (infra/decisions/0026-google-and-apple-sign-in.md). Both are navigations: whatever goes wrong,
 * the person ends in the dialog.
 *
 * Mounted before the check for cross-site requests: Apple's answer is one, and brings proofs of its own.
 */
export function providerNavigations(accounts: AccountsContext, clients: ProviderClients): Router {
  const { db, log, publicOrigin, oauthFlows, pendingLinks, sessions } = accounts
  const router = createRouter()

  for (const provider of providers) {
    const client = clients[provider]
    if (!client) continue
    router.get(`/api/auth/${provider}`, (req, res) => startFlow(provider, client, req, res))
    const callback = `/api/auth/${provider}/callback`
    const handleCallback = (fields: URLSearchParams, req: Request, res: Response) =>
      finishFlow(provider, client, fields, req, res)
    if (provider === 'apple') {
      router.post(callback, requireOrigin(client.origin), parseForm, (req, res) =>
        handleCallback(new URLSearchParams(typeof req.body === 'string' ? req.body : ''), req, res),
      )
    } else {
      router.get(callback, (req, res) => handleCallback(new URL(req.originalUrl, publicOrigin).searchParams, req, res))
    }
  }
  return router

  async function startFlow(provider: Provider, client: ProviderClient, req: Request, res: Response): Promise<void> {
    const next = parseReturnPath(req.query['next'], publicOrigin) ?? '/'
    // A page of somebody else may show the dialog, and nothing more.
    // mutation test: sign-in-from-own-page
    if (!isSameOriginNavigation(req)) return redirectTo(res, buildDialogUrl({ next }))
    try {
      const { address, secrets } = await client.startFlow()
      const claim = await sessions.claim(req)
      // mutation test: oauth-ends-former-session
      await oauthFlows.write(res, { party: provider, next, before: claim?.sid, ...secrets })
      redirectTo(res, address.href)
    } catch (error) {
      redirectTo(res, buildDialogUrl({ problem: toProblem(error, provider), next }))
    }
  }

  async function finishFlow(
    provider: Provider,
    client: ProviderClient,
    fields: URLSearchParams,
    req: Request,
    res: Response,
  ): Promise<void> {
    const flow = await oauthFlows.read(req)
    // Good once, whatever comes of it.
    // mutation test: oauth-cookie-single-use
    oauthFlows.clear(res)
    const next = flow?.next ?? '/'
    try {
      // mutation test: oauth-provider-bound
      if (!flow || flow.party !== provider) throw new ProviderSignInError('expired')
      // mutation test: callback-not-logged
      const identity = await client.finishFlow(fields, flow)
      const { user, requiresPassword } = await withDatabaseTimeout(async () => {
        const match = await db.transaction((trx) => findOrCreateAccount(trx, provider, identity))
        if (match.requiresPassword) return match
        const refusal = () => new ProviderSignInError('expired')
        await startSession(accounts, req, res, match.user, { by: provider, previousSessionId: flow.before, refusal })
        return match
      })
      if (!requiresPassword) return redirectTo(res, next)
      await pendingLinks.write(res, { party: provider, sub: identity.sub, userId: user.id, next })
      redirectTo(res, buildDialogUrl({ link: provider, next }))
    } catch (error) {
      redirectTo(res, buildDialogUrl({ problem: toProblem(error, provider), next }))
    }
  }

  /** The word for the person; the log hears a little more, and never what was sent. */
  function toProblem(error: unknown, provider: Provider): string {
    const problem = error instanceof ProviderSignInError ? error.problem : 'unavailable'
    if (error instanceof ProviderSignInError) {
      const { name, code, error: errorWord } = (error.cause ?? {}) as { name?: string; code?: string; error?: string }
      accounts.countRefusedLogin()
      log.info({ event: 'sign-in-refused', by: provider, problem, why: code ?? errorWord ?? name })
    } else {
      log.error({ err: error, by: provider }, 'unexpected error')
    }
    return problem
  }
}

/** What the page asks about third parties. */
export function providerRoutes(
  accounts: AccountsContext,
  clients: ProviderClients,
  { phone }: { phone: boolean },
): Router {
  const { db, log, passwords, pendingLinks } = accounts
  const router = createRouter()

  serve(router, signInMethods, async () => ({
    google: clients.google !== undefined,
    apple: clients.apple !== undefined,
    phone,
  }))

  serve(router, linkProvider, async ({ body }, { req, res }) => {
    const pending = await pendingLinks.read(req)
    if (!pending) throw new Refusal('unauthorized', 'Unauthorized: this browser has nothing to link.')
    const user = await readUser(db, pending.userId)
    const isMatch = await passwords.check(req, user, pending.userId, body.password)
    // mutation test: link-requires-password
    if (!isMatch || !user?.isActive || !user.isVerified) {
      throw new Refusal('password_wrong', 'This is not the password of the account.')
    }
    await db.transaction(async (trx) => {
      // mutation test: link-epoch-compared
      if (!(await lockAccess(trx, user))) throw new Refusal('unauthorized', 'Unauthorized: sign in again.')
      if (!(await addProviderLink(trx, pending.party, pending))) {
        throw new Refusal('identity_taken', 'This account is tied to somebody else already.')
      }
    })
    pendingLinks.clear(res)
    return { ...(await startSession(accounts, req, res, user, { by: pending.party })), next: pending.next }
  })

  serve(router, unlinkProvider, async ({ params: { party: provider } }, { user }) => {
    const otherProviders = providers.filter((other) => other !== provider && clients[other])
    if (!(await removeProviderLink(db, provider, user.id, otherProviders))) {
      throw new Refusal('last_way_in', 'Nobody could sign in to this account any more.')
    }
    log.info({ event: 'untied', from: provider, user: user.id })
    return userView({ ...user, ...(await readUser(db, user.id)) })
  })

  return router
}

// mutation test: apple-form-size
const parseForm = rejectBadBodies(express.text({ type: 'application/x-www-form-urlencoded', limit: FORM_LIMIT_BYTES }))

/** The form of a third party comes from its own page. */
function requireOrigin(origin: string): RequestHandler {
  return (req, _res, next) => {
    // mutation test: apple-form-origin
    if (req.get('origin') !== origin) {
      throw new Refusal('forbidden', 'This request came from another site.', undefined, { event: 'cross-site' })
    }
    next()
  }
}

/** The sign-in dialog of the page. */
function buildDialogUrl(parameters: { next: string; problem?: string; link?: Provider }): string {
  return `/?${new URLSearchParams({ login: '1', ...parameters }).toString()}`
}

function redirectTo(res: Response, address: string): void {
  res.set('Cache-Control', 'no-store').redirect(303, address)
}
