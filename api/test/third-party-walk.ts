import { cookieOf, type Jar, keep } from './jar.ts'
import { type Arrival, navigate } from './navigate.ts'

/** What is typed into the third party's page. */
export type Chosen = Partial<
  Record<'email' | 'sub' | 'firstName' | 'lastName' | 'organisation' | 'unverified' | 'cancel', string>
>

/** What a third party has to say after somebody has chosen; the browser takes it back to the shop. */
export async function choose(address: string, person: Chosen): Promise<URLSearchParams> {
  const jar: Jar = new Map()
  const asked = await go(address, jar)
  if (asked.status !== 303) return saidBy(asked)
  const page = new URL(asked.location, address).href
  const body = new URLSearchParams(person as Record<string, string>).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const chosen = await go(page, jar, { method: 'POST', headers, body })
  return saidBy(await go(chosen.location, jar))
}

/** Query of a redirect, or fields of a page that posts itself. */
function saidBy({ location, text }: Arrival): URLSearchParams {
  if (location) return new URL(location).searchParams
  const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const unescaped = (value: string) =>
    value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&')
  return new URLSearchParams(Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescaped(value)])))
}

/** One request of this browser; redirects are not followed. */
export async function go(
  url: string,
  jar: Jar,
  { headers = {}, ...rest }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Arrival> {
  const cookie = cookieOf(jar)
  const arrival = await navigate(url, { ...rest, headers: { ...headers, ...(cookie && { cookie }) } })
  keep(jar, arrival.setCookie)
  return arrival
}
