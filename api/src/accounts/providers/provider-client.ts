import type { Provider } from '@tsedra/contract/third-parties'
import * as openid from 'openid-client'
import { type AppleKey, createAppleClientSecret } from './apple-client-secret.ts'
import { type ProviderIdentity, parseClaims } from './claims.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'

/** Our accounts at third parties; one that is not set is not offered. */
export interface ProviderSettings {
  google?: { issuer: string; clientId: string; clientSecret: string } | undefined
  apple?: ({ issuer: string } & AppleKey) | undefined
}

/** What ties an answer to the browser that asked: kept sealed there, never in `state` (infra/decisions/0026-google-and-apple-sign-in.md). */
export interface OAuthSecrets {
  state: string
  nonce: string
  /** Of PKCE; absent where the third party takes none. */
  verifier?: string | undefined
}

/** One third party, spoken to by OpenID Connect's code flow. */
export interface ProviderClient {
  /** Where its own pages post from. */
  readonly origin: string
  /** @throws ThirdPartyProblem `unavailable` */
  startFlow(): Promise<{ address: URL; secrets: OAuthSecrets }>
  /**
   * Who it says has signed in. Its tokens are used here and kept nowhere.
   *
   * @param fields what it sent back, as query or form
   * @throws ThirdPartyProblem `cancelled`, `failed`, `unavailable`
   */
  finishFlow(fields: URLSearchParams, secrets: OAuthSecrets): Promise<ProviderIdentity>
}

/** Seconds that a third party may take for one answer. */
const TIMEOUT_S = 5

interface ProviderKind {
  scope: string
  parameters: Record<string, string>
  /** Whether PKCE is used whatever the third party says of itself. */
  alwaysPkce: boolean
}

const providerKinds: Record<Provider, ProviderKind> = {
  // Phones are shared: whose account it is to be is asked every time.
  google: { scope: 'openid email profile', parameters: { prompt: 'select_account' }, alwaysPkce: true },
  apple: { scope: 'openid email name', parameters: { response_mode: 'form_post' }, alwaysPkce: false },
}

export type ProviderClients = Partial<Record<Provider, ProviderClient>>

/** The clients of what is set. None is asked for anything before somebody wants to sign in. */
export function createProviderClients({ google, apple }: ProviderSettings, publicOrigin: string): ProviderClients {
  return {
    ...(google && {
      google: createProviderClient('google', google, openid.ClientSecretPost(google.clientSecret), publicOrigin),
    }),
    ...(apple && {
      apple: createProviderClient(
        'apple',
        apple,
        (_server, _client, body) => signClientSecret(apple, body),
        publicOrigin,
      ),
    }),
  }
}

function signClientSecret(apple: NonNullable<ProviderSettings['apple']>, body: URLSearchParams): void {
  body.set('client_id', apple.clientId)
  body.set('client_secret', createAppleClientSecret(apple, apple.issuer))
}

function createProviderClient(
  provider: Provider,
  { issuer, clientId }: { issuer: string; clientId: string },
  authenticate: openid.ClientAuth,
  publicOrigin: string,
): ProviderClient {
  const kind = providerKinds[provider]
  const callback = `${publicOrigin}/api/auth/${provider}/callback`
  let discovery: Promise<openid.Configuration> | undefined

  return {
    origin: new URL(issuer).origin,
    async startFlow() {
      const configuration = await discover()
      const verifier =
        kind.alwaysPkce || configuration.serverMetadata().supportsPKCE() ? openid.randomPKCECodeVerifier() : undefined
      const secrets = { state: openid.randomState(), nonce: openid.randomNonce(), verifier }
      const address = openid.buildAuthorizationUrl(configuration, {
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
    async finishFlow(fields, { state, nonce, verifier }) {
      const configuration = await discover()
      try {
        // mutation test: oauth-state-compared
        const tokens = await openid.authorizationCodeGrant(configuration, new URL(`${callback}?${fields.toString()}`), {
          expectedState: state,
          // mutation test: oauth-nonce
          expectedNonce: nonce,
          // mutation test: oauth-pkce
          ...(verifier && { pkceCodeVerifier: verifier }),
        })
        const claims = tokens.claims()
        if (!claims) throw new ProviderSignInError('failed')
        return parseClaims(provider, claims, fields.get('user'))
      } catch (error) {
        throw toSignInError(error)
      }
    },
  }

  /** What the third party says of itself; asked once, and again as long as it has not answered. */
  async function discover(): Promise<openid.Configuration> {
    discovery ??= openid
      .discovery(new URL(issuer), clientId, {}, authenticate, {
        timeout: TIMEOUT_S,
        execute: [
          // mutation test: oauth-token-signature
          openid.enableNonRepudiationChecks,
          // Only a local stand-in is plain http: config.ts lets no other issuer into production.
          ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((cause: unknown) => {
        // mutation test: oauth-discovery-retried
        discovery = undefined
        throw new ProviderSignInError('unavailable', { cause })
      })
    return discovery
  }
}

/** What a person says no by: OAuth's word, and Apple's. */
const denialCodes = new Set(['access_denied', 'user_cancelled_authorize'])

function toSignInError(error: unknown): ProviderSignInError {
  if (error instanceof ProviderSignInError) return error
  if (error instanceof openid.AuthorizationResponseError) {
    return new ProviderSignInError(denialCodes.has(error.error) ? 'cancelled' : 'failed', { cause: error })
  }
  const { code, cause, name } = (error ?? {}) as { code?: string; cause?: { name?: string }; name?: string }
  // fetch fails with a TypeError that has a cause; what the library itself throws as TypeError has a code.
  const isUnavailable =
    code === 'OAUTH_TIMEOUT' || (code === undefined && (name === 'TypeError' || cause?.name === 'TypeError'))
  return new ProviderSignInError(isUnavailable ? 'unavailable' : 'failed', { cause: error })
}
