import type { Provider } from '@tsedra/contract/providers'
import { parseReturnPath } from '@tsedra/contract/return-path'
import { withDatabaseTimeout } from '@tsedra/database/database-timeout'
import type { Request, Response } from 'express'
import type { AccountsContext } from '../accounts.ts'
import { isSameOriginNavigation } from '../same-origin-navigation.ts'
import { startSession } from '../start-session.ts'
import type { ProviderIdentity } from './claims.ts'
import { type AccountMatch, findOrCreateAccount } from './provider-account.ts'
import type { ProviderClient } from './provider-client.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'

/** Redirects to the provider's page, and stores the secrets of the flow in an encrypted cookie. */
export async function startFlow(
  accounts: AccountsContext,
  provider: Provider,
  client: ProviderClient,
  req: Request,
  res: Response,
): Promise<void> {
  const next = parseReturnPath(req.query['next'], accounts.publicOrigin) ?? '/'
  // Another site may open the dialog, but not start a flow.
  // mutation test: sign-in-from-own-page
  if (!isSameOriginNavigation(req)) return redirectTo(res, buildDialogUrl({ next }))
  try {
    const { address, secrets } = await client.startFlow()
    const claim = await accounts.sessions.claim(req)
    // mutation test: oauth-ends-former-session
    await accounts.oauthFlows.write(res, { party: provider, next, before: claim?.sid, ...secrets })
    redirectTo(res, address.href)
  } catch (error) {
    redirectTo(res, buildDialogUrl({ problem: toProblem(accounts, error, provider), next }))
  }
}

interface Callback {
  provider: Provider
  client: ProviderClient
  fields: URLSearchParams
}

/** Handles the callback: signs in, or redirects to the dialog with a problem or a password request. */
export async function finishFlow(
  accounts: AccountsContext,
  { provider, client, fields }: Callback,
  req: Request,
  res: Response,
): Promise<void> {
  const { oauthFlows, pendingLinks } = accounts
  const flow = await oauthFlows.read(req)
  // A flow is single-use, also when it fails.
  // mutation test: oauth-cookie-single-use
  oauthFlows.clear(res)
  const next = flow?.next ?? '/'
  try {
    // mutation test: oauth-provider-bound
    if (!flow || flow.party !== provider) throw new ProviderSignInError('expired')
    // mutation test: callback-not-logged
    const identity = await client.finishFlow(fields, flow)
    const { user, requiresPassword } = await signInAs(accounts, provider, identity, flow.before, req, res)
    if (!requiresPassword) return redirectTo(res, next)
    await pendingLinks.write(res, { party: provider, sub: identity.sub, userId: user.id, next })
    redirectTo(res, buildDialogUrl({ link: provider, next }))
  } catch (error) {
    redirectTo(res, buildDialogUrl({ problem: toProblem(accounts, error, provider), next }))
  }
}

/** Finds or creates the account and starts its session, unless the account requires its password first. */
function signInAs(
  accounts: AccountsContext,
  provider: Provider,
  identity: ProviderIdentity,
  previousSessionId: string | undefined,
  req: Request,
  res: Response,
): Promise<AccountMatch> {
  return withDatabaseTimeout(async () => {
    const match = await accounts.db.transaction((trx) => findOrCreateAccount(trx, provider, identity))
    if (match.requiresPassword) return match
    const refusal = () => new ProviderSignInError('expired')
    await startSession(accounts, req, res, match.user, { by: provider, previousSessionId, refusal })
    return match
  })
}

/** Logs the failure without anything that the provider sent; returns the problem that the dialog shows. */
function toProblem(accounts: AccountsContext, error: unknown, provider: Provider): string {
  if (!(error instanceof ProviderSignInError)) {
    accounts.log.error({ err: error, by: provider }, 'unexpected error')
    return 'unavailable'
  }
  const { problem } = error
  const { name, code, error: oauthError } = (error.cause ?? {}) as { name?: string; code?: string; error?: string }
  accounts.countRefusedLogin()
  accounts.log.info({ event: 'sign-in-refused', by: provider, problem, why: code ?? oauthError ?? name })
  return problem
}

/** Returns the address of the page's sign-in dialog. */
function buildDialogUrl(parameters: { next: string; problem?: string; link?: Provider }): string {
  return `/?${new URLSearchParams({ login: '1', ...parameters }).toString()}`
}

function redirectTo(res: Response, address: string): void {
  res.set('Cache-Control', 'no-store').redirect(303, address)
}
