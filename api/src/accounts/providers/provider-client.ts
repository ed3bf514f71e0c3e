import type { Provider } from '@tsedra/contract/providers'
import * as openid from 'openid-client'
import { type AppleKey, createAppleClientSecret } from './apple-client-secret.ts'
import { type ProviderIdentity, parseClaims } from './claims.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'

/** Credentials of the shop at the providers; a provider without them is not offered. */
export interface ProviderSettings {
  google?: { issuer: string; clientId: string; clientSecret: string } | undefined
  apple?: ({ issuer: string } & AppleKey) | undefined
}

/**
 * Binds a callback to the browser that started the flow. Stored encrypted in its cookie, never in `state`
 * (infra/decisions/0026-google-and-apple-sign-in.md).
 */
export interface OAuthSecrets {
  state: string
  nonce: string
  /** PKCE code verifier; absent for a provider without PKCE. */
  verifier?: string | undefined
}

/** A provider, by the authorisation code flow of OpenID Connect. */
export interface ProviderClient {
  /** Origin of the provider's pages, which Apple's form carries. */
  readonly origin: string
  /** @throws ProviderSignInError `unavailable` */
  startFlow(): Promise<{ address: URL; secrets: OAuthSecrets }>
  /**
   * Exchanges the code for the user's identity; the tokens are used here and stored nowhere.
   *
   * @param fields parameters of the callback, from its query or form
   * @throws ProviderSignInError `cancelled`, `failed`, `unavailable`
   */
  finishFlow(fields: URLSearchParams, secrets: OAuthSecrets): Promise<ProviderIdentity>
}

/** Timeout of one request to a provider, in seconds. */
const TIMEOUT_S = 5

interface ProviderKind {
  scope: string
  parameters: Record<string, string>
  /** PKCE is used even if the provider's metadata does not list it. */
  alwaysPkce: boolean
}

const providerKinds: Record<Provider, ProviderKind> = {
  // Phones are shared: Google lets the user choose the account each time.
  google: { scope: 'openid email profile', parameters: { prompt: 'select_account' }, alwaysPkce: true },
  apple: { scope: 'openid email name', parameters: { response_mode: 'form_post' }, alwaysPkce: false },
}

export type ProviderClients = Partial<Record<Provider, ProviderClient>>

/** Creates the clients of the configured providers. The first request to a provider is sent by the first sign-in. */
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
  const callback = `${publicOrigin}/api/auth/${provider}/callback`
  const discover = createDiscovery(issuer, clientId, authenticate)
  return {
    origin: new URL(issuer).origin,
    startFlow: async () => buildFlow(await discover(), providerKinds[provider], callback),
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
}

/** Builds the address of the provider's page, with a fresh state, nonce and PKCE verifier. */
async function buildFlow(
  configuration: openid.Configuration,
  { scope, parameters, alwaysPkce }: ProviderKind,
  callback: string,
): Promise<{ address: URL; secrets: OAuthSecrets }> {
  const usesPkce = alwaysPkce || configuration.serverMetadata().supportsPKCE()
  const verifier = usesPkce ? openid.randomPKCECodeVerifier() : undefined
  const secrets = { state: openid.randomState(), nonce: openid.randomNonce(), verifier }
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope,
    state: secrets.state,
    // mutation test: oauth-nonce
    nonce: secrets.nonce,
    ...parameters,
    // mutation test: oauth-pkce
    ...(verifier && {
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  })
  return { address, secrets }
}

/** Returns a function that reads the provider's metadata once; a failed request is not cached. */
function createDiscovery(
  issuer: string,
  clientId: string,
  authenticate: openid.ClientAuth,
): () => Promise<openid.Configuration> {
  let discovery: Promise<openid.Configuration> | undefined
  return async () => {
    discovery ??= openid
      .discovery(new URL(issuer), clientId, {}, authenticate, {
        timeout: TIMEOUT_S,
        execute: [
          // mutation test: oauth-token-signature
          openid.enableNonRepudiationChecks,
          // Plain HTTP is for a local fake: config.ts rejects such an issuer in production.
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

/** Error codes of a user who cancels at the provider: OAuth's, and Apple's. */
const denialCodes = new Set(['access_denied', 'user_cancelled_authorize'])

function toSignInError(error: unknown): ProviderSignInError {
  if (error instanceof ProviderSignInError) return error
  if (error instanceof openid.AuthorizationResponseError) {
    return new ProviderSignInError(denialCodes.has(error.error) ? 'cancelled' : 'failed', { cause: error })
  }
  const { code, cause, name } = (error ?? {}) as { code?: string; cause?: { name?: string }; name?: string }
  // fetch fails with a TypeError that has a cause; a TypeError of the library has a code.
  const isUnavailable =
    code === 'OAUTH_TIMEOUT' || (code === undefined && (name === 'TypeError' || cause?.name === 'TypeError'))
  return new ProviderSignInError(isUnavailable ? 'unavailable' : 'failed', { cause: error })
}
