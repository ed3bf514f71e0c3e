import { cookieHeader, type CookieJar, storeCookies } from './cookie-jar.ts'
import { type NavigationResponse, navigate } from './navigate.ts'

/** What is typed into the third party's page. */
export type ProviderUser = Partial<
  Record<'email' | 'sub' | 'firstName' | 'lastName' | 'organisation' | 'unverified' | 'cancel', string>
>

/** What a third party has to say after somebody has chosen; the browser takes it back to the shop. */
export async function completeProviderPage(address: string, user: ProviderUser): Promise<URLSearchParams> {
  const jar: CookieJar = new Map()
  const firstResponse = await navigateWithCookies(address, jar)
  if (firstResponse.status !== 303) return readCallbackParameters(firstResponse)
  const page = new URL(firstResponse.location, address).href
  const body = new URLSearchParams(user as Record<string, string>).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const submitted = await navigateWithCookies(page, jar, { method: 'POST', headers, body })
  return readCallbackParameters(await navigateWithCookies(submitted.location, jar))
}

/** Query of a redirect, or fields of a page that posts itself. */
function readCallbackParameters({ location, text }: NavigationResponse): URLSearchParams {
  if (location) return new URL(location).searchParams
  const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const unescaped = (value: string) =>
    value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&')
  return new URLSearchParams(Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescaped(value)])))
}

/** One request of this browser; redirects are not followed. */
export async function navigateWithCookies(
  url: string,
  jar: CookieJar,
  { headers = {}, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<NavigationResponse> {
  const cookie = cookieHeader(jar)
  const arrival = await navigate(url, { ...options, headers: { ...headers, ...(cookie && { cookie }) } })
  storeCookies(jar, arrival.setCookie)
  return arrival
}
