import { generateKeyPairSync } from 'node:crypto'
import Provider, { interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { fitsAppleSecret, type AppleClient } from './apple-client.ts'
import { type Faults, spoilt } from './faults.ts'
import type { Person } from './person.ts'
import { openStore } from './store.ts'

export const parties = ['google', 'apple'] as const
export type PartyName = (typeof parties)[number]

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** Made once: a key takes longer than everything else here. */
const keys = { google: newKey(), apple: newKey(), foreign: newKey() }

export interface PartyOptions {
  name: PartyName
  issuer: string
  /** Where the shop's page is. */
  shopOrigin: string
  client: { id: string; secret: string } | AppleClient
}

/** One third party: a real provider of OpenID with one client, that asks at every sign-in who it is to be. */
export function openParty({ name, issuer, shopOrigin, client }: PartyOptions) {
  const people = new Map<string, Person>()
  const greeted = new Set<string>()
  const faults: Faults = {}
  const own = keys[name]
  const tokens: string[] = []

  const provider = new Provider(issuer, {
    adapter: openStore(),
    clients: [
      {
        client_id: client.id,
        client_secret: 'secret' in client ? client.secret : 'made anew by the shop each time',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${shopOrigin}/api/auth/${name}/callback`],
      },
    ],
    claims,
    scopes: ['openid', 'email', 'profile', 'name'],
    // Both put what they say of a person into the token.
    conformIdTokenClaims: false,
    cookies: { keys: [name], names: cookiesOf(name) },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => claimsOf(name, people.get(sub), sub),
    }),
    interactions: { policy: askWho(), url: (_ctx, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: name }] },
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
    provider.Client.prototype.compareClientSecret = (secret: string) => fitsAppleSecret(secret, client, issuer)
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
      const said = token ? spoilt(body['id_token'], token, { own, foreign: keys.foreign }) : body['id_token']
      body['id_token'] = faults.replaceToken ?? said
      tokens.push(body['id_token'] as string, String(body['access_token']))
    }
    // Apple tells the name once, in the form and nowhere else.
    const person = people.get(oidc?.session?.accountId ?? '')
    if (
      name === 'apple' &&
      typeof body === 'string' &&
      body.includes('name="code"') &&
      person &&
      !greeted.has(person.sub)
    ) {
      greeted.add(person.sub)
      ctx.body = body.replace('</form>', `<input type="hidden" name="user" value="${greeting(person)}"/></form>`)
    }
  })

  return {
    name,
    provider,
    faults,
    /** Every token that was given out. */
    tokens,
    /** Remembers somebody who is about to sign in. */
    meet: (person: Person) => void people.set(person.sub, person),
  }
}

const claims = {
  openid: ['sub'],
  email: ['email', 'email_verified', 'is_private_email'],
  profile: ['given_name', 'family_name', 'name', 'hd'],
}

function claimsOf(name: PartyName, person: Person | undefined, sub: string) {
  if (!person) return { sub }
  const { email, isVerified, firstName, lastName, organisation } = person
  // Apple says "true" in quotes at times.
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

const greeting = ({ firstName, lastName, email }: Person): string =>
  JSON.stringify({ name: { firstName, lastName }, email }).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Asks who it is to be, whoever was here before. */
function askWho(): interactionPolicy.DefaultPolicy {
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

/** Both live on one address, and cookies know no ports and no issuers. */
const cookiesOf = (name: PartyName) => ({
  interaction: `${name}_interaction`,
  resume: `${name}_resume`,
  session: `${name}_session`,
})
