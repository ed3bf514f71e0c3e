import { cookieHeader, type CookieJar, storeCookies } from './cookie-jar.ts'
import { type NavigationResponse, navigate } from './navigate.ts'

/** Fields of the form on the fake provider's page. */
export type ProviderUser = Partial<
  Record<'email' | 'sub' | 'firstName' | 'lastName' | 'organisation' | 'unverified' | 'cancel', string>
>

/** Submits the page of the fake provider; returns the callback parameters that the browser sends to the shop. */
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

/** Returns the query of a redirect, or the fields of an auto-submitting form. */
function readCallbackParameters({ location, text }: NavigationResponse): URLSearchParams {
  if (location) return new URL(location).searchParams
  const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const unescape = (value: string) =>
    value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&')
  return new URLSearchParams(Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescape(value)])))
}

/** Sends a request with the cookies of this browser; follows no redirect. */
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
