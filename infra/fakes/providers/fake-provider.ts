import { generateKeyPairSync } from 'node:crypto'
import Provider, { interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { isValidAppleSecret, type AppleClient } from './apple-client-secret.ts'
import { type ProviderFaults, corruptToken } from './faults.ts'
import type { ProviderUser } from './provider-user.ts'
import { createMemoryStore } from './memory-store.ts'

export const providerNames = ['google', 'apple'] as const
export type ProviderName = (typeof providerNames)[number]

const createKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** Made once: a key takes longer than everything else here. */
const keys = { google: createKey(), apple: createKey(), foreign: createKey() }

export interface FakeProviderOptions {
  name: ProviderName
  issuer: string
  /** Where the shop's page is. */
  shopOrigin: string
  client: { id: string; secret: string } | AppleClient
}

/** A real OpenID provider with one client that shows a form for the identity at every sign-in. */
export function createFakeProvider({ name, issuer, shopOrigin, client }: FakeProviderOptions) {
  const users = new Map<string, ProviderUser>()
  const namedSubs = new Set<string>()
  const faults: ProviderFaults = {}
  const ownKey = keys[name]
  const tokens: string[] = []

  const provider = new Provider(issuer, {
    adapter: createMemoryStore(),
    clients: [
      {
        client_id: client.id,
        client_secret: 'secret' in client ? client.secret : 'made anew by the shop each time',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${shopOrigin}/api/auth/${name}/callback`],
      },
    ],
    claims: supportedClaims,
    scopes: ['openid', 'email', 'profile', 'name'],
    // Both put what they say of a person into the token.
    conformIdTokenClaims: false,
    cookies: { keys: [name], names: getCookieNames(name) },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => buildClaims(name, users.get(sub), sub),
    }),
    interactions: {
      policy: createInteractionPolicy(),
      url: (_ctx, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}`,
    },
    jwks: { keys: [{ ...ownKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: name }] },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile name')
      await grant.save()
      return grant
    },
    pkce: { required: () => false },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  } satisfies Configuration)

  if (!('secret' in client)) {
    provider.Client.prototype.compareClientSecret = (secret: string) => isValidAppleSecret(secret, client, issuer)
  }
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as KoaContextWithOIDC
    const body = ctx.body as Record<string, unknown> | string | undefined
    if (oidc?.route === 'discovery' && faults.hidesPkce && typeof body === 'object') {
      delete body['code_challenge_methods_supported']
    }
    if (oidc?.route === 'token' && typeof body === 'object' && typeof body['id_token'] === 'string') {
      const { token } = faults
      const idToken = token
        ? corruptToken(body['id_token'], token, { ownKey, foreignKey: keys.foreign })
        : body['id_token']
      body['id_token'] = faults.replaceToken ?? idToken
      tokens.push(body['id_token'] as string, String(body['access_token']))
    }
    // Apple sends the name once, in the form only.
    const user = users.get(oidc?.session?.accountId ?? '')
    if (
      name === 'apple' &&
      typeof body === 'string' &&
      body.includes('name="code"') &&
      user &&
      !namedSubs.has(user.sub)
    ) {
      namedSubs.add(user.sub)
      ctx.body = body.replace(
        '</form>',
        `<input type="hidden" name="user" value="${buildAppleUserField(user)}"/></form>`,
      )
    }
  })

  return {
    name,
    provider,
    faults,
    /** Every token that was given out. */
    tokens,
    /** Stores the identity of a sign-in in progress. */
    registerUser: (user: ProviderUser) => void users.set(user.sub, user),
  }
}

const supportedClaims = {
  openid: ['sub'],
  email: ['email', 'email_verified', 'is_private_email'],
  profile: ['given_name', 'family_name', 'name', 'hd'],
}

function buildClaims(name: ProviderName, user: ProviderUser | undefined, sub: string) {
  if (!user) return { sub }
  const { email, isVerified, firstName, lastName, organisation } = user
  // Apple sometimes sends "true" as a string.
  if (name === 'apple') return { sub, email, email_verified: String(isVerified) as unknown as boolean }
  return {
    sub,
    email,
    email_verified: isVerified,
    given_name: firstName,
    family_name: lastName,
    ...(organisation && { hd: organisation }),
  }
}

const buildAppleUserField = ({ firstName, lastName, email }: ProviderUser): string =>
  JSON.stringify({ name: { firstName, lastName }, email }).replace(
    /[&<>"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  )

/** Shows the identity form, also to a returning user. */
function createInteractionPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.clear()
  const { Check, Prompt } = interactionPolicy
  policy.add(
    new Prompt(
      { name: 'login', requestable: true },
      new Check('who', 'nobody was chosen', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    ),
  )
  policy.add(new Prompt({ name: 'select_account', requestable: true }))
  return policy
}

/** Both providers share a host, and cookies are not separated by port or issuer. */
const getCookieNames = (name: ProviderName) => ({
  interaction: `${name}_interaction`,
  resume: `${name}_resume`,
  session: `${name}_session`,
})
