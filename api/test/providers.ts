import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Provider } from '@tsedra/contract/providers'
import { startFakeProviders } from '../../infra/fakes/providers/server.ts'
import type { ProviderSettings } from '../src/accounts/providers/provider-client.ts'
import { type CookieJar, storeCookies } from './cookie-jar.ts'
import type { NavigationResponse } from './navigate.ts'
import { type Browser, openBrowser } from './users.ts'
import { openShop, type Shop } from './shop.ts'
import { completeProviderPage, type ProviderUser, navigateWithCookies } from './provider-flow.ts'

export { completeProviderPage } from './provider-flow.ts'

const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Returns the settings of both providers, which a fake at `root` simulates (infra/fakes). */
export function providerSettings(root: string): Required<ProviderSettings> {
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

export type FakeProviders = Awaited<ReturnType<typeof startFakeProviders>>

export interface ProviderShop extends AsyncDisposable {
  shop: Shop
  providers: FakeProviders
}

/** Opens a shop with both providers, fakes that implement OpenID Connect. */
export async function openProviderShop(options: Parameters<typeof openShop>[0] = {}): Promise<ProviderShop> {
  const { google, apple } = providerSettings('')
  const providers = await startFakeProviders({
    port: 0,
    shopOrigin: options.publicOrigin ?? 'http://localhost:8080',
    google: { id: google?.clientId ?? '', secret: google?.clientSecret ?? '' },
    apple: { id: apple?.clientId ?? '', teamId: 'TEAM', keyId: 'KEY', publicKey: appleKey.publicKey },
  })
  const shop = await openShop({ providers: providerSettings(providers.root), ...options })
  return {
    shop,
    providers,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      await providers[Symbol.asyncDispose]()
    },
  }
}

export const providerUser = (changes: ProviderUser = {}): ProviderUser => ({
  email: `oksana-${randomUUID().slice(0, 8)}@gmail.com`,
  firstName: 'Оксана',
  lastName: 'Левченко',
  ...changes,
})

const navigationHeaders = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

/** Starts the OAuth flow like a tap on the button; returns the redirect. */
export async function startProviderFlow(
  { shop }: Pick<ProviderShop, 'shop'>,
  browser: Browser,
  provider: Provider,
  next = '/profile',
) {
  return navigateWithCookies(`${shop.url}/api/auth/${provider}?next=${encodeURIComponent(next)}`, browser.cookies, {
    headers: navigationHeaders,
  })
}

/** Sends the callback to the shop: Google's by a redirect, Apple's by a form post. */
export async function returnFromProvider(
  { shop, providers }: ProviderShop,
  browser: Browser,
  provider: Provider,
  parameters: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<NavigationResponse> {
  const callback = `${shop.url}/api/auth/${provider}/callback`
  if (provider === 'google')
    return navigateWithCookies(`${callback}?${parameters.toString()}`, browser.cookies, { headers })
  // Browsers send no SameSite=Lax cookie with a cross-site form.
  const jar: CookieJar = new Map([...browser.cookies].filter(([name]) => name.endsWith('oauth')))
  const arrival = await navigateWithCookies(callback, jar, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      origin: providers.root,
      ...headers,
    },
    body: parameters.toString(),
  })
  storeCookies(browser.cookies, arrival.setCookie)
  return arrival
}

/** Runs the whole OAuth flow. */
export async function signInWith(
  providerShop: ProviderShop,
  provider: Provider,
  user: ProviderUser,
  { browser = openBrowser(providerShop.shop), next = '/profile' } = {},
): Promise<Browser & { arrival: NavigationResponse }> {
  const { location } = await startProviderFlow(providerShop, browser, provider, next)
  return {
    ...browser,
    arrival: await returnFromProvider(providerShop, browser, provider, await completeProviderPage(location, user)),
  }
}
