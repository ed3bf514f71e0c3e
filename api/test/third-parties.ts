import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { ThirdParty } from '@tsedra/contract/third-parties'
import { startThirdParties } from '../../infra/fakes/third-parties/server.ts'
import type { ThirdPartySettings } from '../src/accounts/third-parties/client.ts'
import { type Jar, keep } from './jar.ts'
import type { Arrival } from './navigate.ts'
import { type Browser, openBrowser } from './people.ts'
import { openShop, type Shop } from './shop.ts'
import { choose, type Chosen, go } from './third-party-walk.ts'

export { choose, type Chosen } from './third-party-walk.ts'

const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Both third parties, played by a stand-in at `root` (infra/fakes/third-parties). */
export function settingsOf(root: string): Required<ThirdPartySettings> {
  return {
    google: { issuer: `${root}/google`, clientId: 'tsedra at google', clientSecret: 'of-the-tests' },
    apple: {
      issuer: `${root}/apple`,
      clientId: 'ua.tsedra.shop',
      teamId: 'TEAM',
      keyId: 'KEY',
      privateKey: appleKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  }
}

export type ThirdParties = Awaited<ReturnType<typeof startThirdParties>>

export interface ThirdPartyShop extends AsyncDisposable {
  shop: Shop
  parties: ThirdParties
}

/** A shop with both third parties; they are real providers of OpenID. */
export async function openThirdPartyShop(options: Parameters<typeof openShop>[0] = {}): Promise<ThirdPartyShop> {
  const { google, apple } = settingsOf('')
  const parties = await startThirdParties({
    port: 0,
    shopOrigin: options.publicOrigin ?? 'http://localhost:8080',
    google: { id: google?.clientId ?? '', secret: google?.clientSecret ?? '' },
    apple: { id: apple?.clientId ?? '', teamId: 'TEAM', keyId: 'KEY', publicKey: appleKey.publicKey },
  })
  const shop = await openShop({ thirdParties: settingsOf(parties.root), ...options })
  return {
    shop,
    parties,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      await parties[Symbol.asyncDispose]()
    },
  }
}

export const someone = (changes: Chosen = {}): Chosen => ({
  email: `oksana-${randomUUID().slice(0, 8)}@gmail.com`,
  firstName: 'Оксана',
  lastName: 'Левченко',
  ...changes,
})

const ownTap = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** A tap on the button: where it leads. */
export async function begin(
  { shop }: Pick<ThirdPartyShop, 'shop'>,
  browser: Browser,
  party: ThirdParty,
  next = '/profile',
) {
  return go(`${shop.url}/api/auth/${party}?next=${encodeURIComponent(next)}`, browser.cookies, { headers: ownTap })
}

/** Back in the shop, as each third party sends people: Google by a link, Apple by a form. */
export async function comeBack(
  { shop, parties }: ThirdPartyShop,
  browser: Browser,
  party: ThirdParty,
  said: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Arrival> {
  const callback = `${shop.url}/api/auth/${party}/callback`
  if (party === 'google') return go(`${callback}?${said.toString()}`, browser.cookies, { headers })
  // No Lax cookie comes with a form of another site.
  const jar: Jar = new Map([...browser.cookies].filter(([name]) => name.endsWith('oauth')))
  const arrival = await go(callback, jar, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      origin: parties.root,
      ...headers,
    },
    body: said.toString(),
  })
  keep(browser.cookies, arrival.setCookie)
  return arrival
}

/** The whole way there and back. */
export async function signInWith(
  at: ThirdPartyShop,
  party: ThirdParty,
  person: Chosen,
  { browser = openBrowser(at.shop), next = '/profile' } = {},
): Promise<Browser & { arrival: Arrival }> {
  const { location } = await begin(at, browser, party, next)
  return { ...browser, arrival: await comeBack(at, browser, party, await choose(location, person)) }
}
