import type { ThirdParty } from '@tsedra/contract/third-parties'
import * as openid from 'openid-client'
import { type AppleKey, appleSecret } from './apple-secret.ts'
import { type Proved, provedBy } from './claims.ts'
import { ThirdPartyProblem } from './problem.ts'

/** Our accounts at third parties; one that is not set is not offered. */
export interface ThirdPartySettings {
  google?: { issuer: string; clientId: string; clientSecret: string } | undefined
  apple?: ({ issuer: string } & AppleKey) | undefined
}

/** What ties an answer to the browser that asked: kept sealed there, never in `state` (infra/decisions/0026-third-parties.md). */
export interface Secrets {
  state: string
  nonce: string
  /** Of PKCE; absent where the third party takes none. */
  verifier?: string | undefined
}

/** One third party, spoken to by OpenID Connect's code flow. */
export interface ThirdPartyClient {
  /** Where its own pages post from. */
  readonly origin: string
  /** @throws ThirdPartyProblem `unavailable` */
  begin(): Promise<{ address: URL; secrets: Secrets }>
  /**
   * Who it says has signed in. Its tokens are used here and kept nowhere.
   *
   * @param fields what it sent back, as query or form
   * @throws ThirdPartyProblem `cancelled`, `failed`, `unavailable`
   */
  finish(fields: URLSearchParams, secrets: Secrets): Promise<Proved>
}

/** Seconds that a third party may take for one answer. */
const PATIENCE_S = 5

interface Kind {
  scope: string
  parameters: Record<string, string>
  /** Whether PKCE is used whatever the third party says of itself. */
  alwaysPkce: boolean
}

const kinds: Record<ThirdParty, Kind> = {
  // Phones are shared: whose account it is to be is asked every time.
  google: { scope: 'openid email profile', parameters: { prompt: 'select_account' }, alwaysPkce: true },
  apple: { scope: 'openid email name', parameters: { response_mode: 'form_post' }, alwaysPkce: false },
}

export type ThirdPartyClients = Partial<Record<ThirdParty, ThirdPartyClient>>

/** The clients of what is set. None is asked for anything before somebody wants to sign in. */
export function thirdPartyClients({ google, apple }: ThirdPartySettings, publicOrigin: string): ThirdPartyClients {
  return {
    ...(google && {
      google: createClient('google', google, openid.ClientSecretPost(google.clientSecret), publicOrigin),
    }),
    ...(apple && {
      apple: createClient('apple', apple, (_server, _client, body) => signedSecret(apple, body), publicOrigin),
    }),
  }
}

function signedSecret(apple: NonNullable<ThirdPartySettings['apple']>, body: URLSearchParams): void {
  body.set('client_id', apple.clientId)
  body.set('client_secret', appleSecret(apple, apple.issuer))
}

function createClient(
  party: ThirdParty,
  { issuer, clientId }: { issuer: string; clientId: string },
  authenticate: openid.ClientAuth,
  publicOrigin: string,
): ThirdPartyClient {
  const kind = kinds[party]
  const callback = `${publicOrigin}/api/auth/${party}/callback`
  let found: Promise<openid.Configuration> | undefined

  return {
    origin: new URL(issuer).origin,
    async begin() {
      const provider = await discovered()
      const verifier =
        kind.alwaysPkce || provider.serverMetadata().supportsPKCE() ? openid.randomPKCECodeVerifier() : undefined
      const secrets = { state: openid.randomState(), nonce: openid.randomNonce(), verifier }
      const address = openid.buildAuthorizationUrl(provider, {
        redirect_uri: callback,
        scope: kind.scope,
        state: secrets.state,
        // mutation test: oauth-nonce
        nonce: secrets.nonce,
        ...kind.parameters,
        // mutation test: oauth-pkce
        ...(verifier && {
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      })
      return { address, secrets }
    },
    async finish(fields, { state, nonce, verifier }) {
      const provider = await discovered()
      try {
        // mutation test: oauth-state-compared
        const tokens = await openid.authorizationCodeGrant(provider, new URL(`${callback}?${fields.toString()}`), {
          expectedState: state,
          // mutation test: oauth-nonce
          expectedNonce: nonce,
          // mutation test: oauth-pkce
          ...(verifier && { pkceCodeVerifier: verifier }),
        })
        const claims = tokens.claims()
        if (!claims) throw new ThirdPartyProblem('failed')
        return provedBy(party, claims, fields.get('user'))
      } catch (error) {
        throw problemOf(error)
      }
    },
  }

  /** What the third party says of itself; asked once, and again as long as it has not answered. */
  async function discovered(): Promise<openid.Configuration> {
    found ??= openid
      .discovery(new URL(issuer), clientId, {}, authenticate, {
        timeout: PATIENCE_S,
        execute: [
          // mutation test: oauth-token-signature
          openid.enableNonRepudiationChecks,
          // Only a local stand-in is plain http: config.ts lets no other issuer into production.
          ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((cause: unknown) => {
        // mutation test: oauth-discovery-retried
        found = undefined
        throw new ThirdPartyProblem('unavailable', { cause })
      })
    return found
  }
}

/** What a person says no by: OAuth's word, and Apple's. */
const refusals = new Set(['access_denied', 'user_cancelled_authorize'])

function problemOf(error: unknown): ThirdPartyProblem {
  if (error instanceof ThirdPartyProblem) return error
  if (error instanceof openid.AuthorizationResponseError) {
    return new ThirdPartyProblem(refusals.has(error.error) ? 'cancelled' : 'failed', { cause: error })
  }
  const { code, cause, name } = (error ?? {}) as { code?: string; cause?: { name?: string }; name?: string }
  // fetch fails with a TypeError that has a cause; what the library itself throws as TypeError has a code.
  const isAway =
    code === 'OAUTH_TIMEOUT' || (code === undefined && (name === 'TypeError' || cause?.name === 'TypeError'))
  return new ThirdPartyProblem(isAway ? 'unavailable' : 'failed', { cause: error })
}
