import { linkProvider, signInMethods, providers, unlinkProvider } from '@tsedra/contract/providers'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { rejectBadBodies } from '../../http/body-errors.ts'
import { Refusal } from '../../http/refusal.ts'
import { createRouter } from '../../http/router.ts'
import { serve } from '../../http/serve.ts'
import { lockAccess } from '../lock-access.ts'
import { startSession } from '../start-session.ts'
import type { AccountsContext } from '../accounts.ts'
import { readUser, userView } from '../user-store.ts'
import type { ProviderClients } from './provider-client.ts'
import { finishFlow, startFlow } from './oauth-flow.ts'
import { addProviderLink, removeProviderLink } from './provider-account.ts'

/** Maximum size of Apple's form, in bytes. */
const FORM_LIMIT_BYTES = 8 * 1024

/**
 * Mounts the OAuth flow of each configured provider (infra/decisions/0026-google-and-apple-sign-in.md). Its requests
 * are navigations: every failure redirects to the sign-in dialog. Mounted before `requireSameOrigin`, because Apple posts
 * its callback across sites; state, nonce and the form's origin protect it.
 */
export function providerNavigations(accounts: AccountsContext, clients: ProviderClients): Router {
  const router = createRouter()
  for (const provider of providers) {
    const client = clients[provider]
    if (!client) continue
    router.get(`/api/auth/${provider}`, (req, res) => startFlow(accounts, provider, client, req, res))
    const callback = `/api/auth/${provider}/callback`
    const handleCallback = (fields: URLSearchParams, req: Request, res: Response) =>
      finishFlow(accounts, { provider, client, fields }, req, res)
    if (provider === 'apple') {
      router.post(callback, requireOrigin(client.origin), parseForm, (req, res) =>
        handleCallback(new URLSearchParams(typeof req.body === 'string' ? req.body : ''), req, res),
      )
    } else {
      router.get(callback, (req, res) =>
        handleCallback(new URL(req.originalUrl, accounts.publicOrigin).searchParams, req, res),
      )
    }
  }
  return router
}

/** Mounts the JSON calls about providers: which exist, link and unlink. */
export function providerRoutes(
  accounts: AccountsContext,
  clients: ProviderClients,
  { phone }: { phone: boolean },
): Router {
  const router = createRouter()
  serve(router, signInMethods, async () => ({
    google: clients.google !== undefined,
    apple: clients.apple !== undefined,
    phone,
  }))
  serveLink(router, accounts)
  serveUnlink(router, accounts, clients)
  return router
}

function serveLink(router: Router, accounts: AccountsContext): void {
  const { db, passwords, pendingLinks } = accounts

  serve(router, linkProvider, async ({ body }, { req, res }) => {
    const pending = await pendingLinks.read(req)
    if (!pending) throw new Refusal('unauthorized', 'Unauthorized: this browser has nothing to link.')
    const user = await readUser(db, pending.userId)
    const isMatch = await passwords.check(req, user, pending.userId, body.password)
    // mutation test: link-requires-password
    if (!isMatch || !user?.isActive || !user.isVerified) {
      throw new Refusal('password_wrong', 'The password of the account is wrong.')
    }
    await db.transaction(async (trx) => {
      // mutation test: link-epoch-compared
      if (!(await lockAccess(trx, user))) throw new Refusal('unauthorized', 'Unauthorized: sign in again.')
      if (!(await addProviderLink(trx, pending.party, pending))) {
        throw new Refusal('identity_taken', 'The account or the provider’s user is already linked.')
      }
    })
    pendingLinks.clear(res)
    return { ...(await startSession(accounts, req, res, user, { by: pending.party })), next: pending.next }
  })
}

function serveUnlink(router: Router, { db, log }: AccountsContext, clients: ProviderClients): void {
  serve(router, unlinkProvider, async ({ params: { party: provider } }, { user }) => {
    const otherProviders = providers.filter((other) => other !== provider && clients[other])
    if (!(await removeProviderLink(db, provider, user.id, otherProviders))) {
      throw new Refusal('last_way_in', 'This is the last sign-in method of the account.')
    }
    log.info({ event: 'provider-unlinked', from: provider, user: user.id })
    return userView({ ...user, ...(await readUser(db, user.id)) })
  })
}

// mutation test: apple-form-size
const parseForm = rejectBadBodies(express.text({ type: 'application/x-www-form-urlencoded', limit: FORM_LIMIT_BYTES }))

/** Rejects a form that another origin than the provider's posts. */
function requireOrigin(origin: string): RequestHandler {
  return (req, _res, next) => {
    // mutation test: apple-form-origin
    if (req.get('origin') !== origin) {
      throw new Refusal('forbidden', 'This request came from another site.', undefined, { event: 'cross-site' })
    }
    next()
  }
}
