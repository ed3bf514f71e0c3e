/** Cookies of a browser by name. */
export type CookieJar = Map<string, string>

export const cookieHeader = (jar: CookieJar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

export function storeCookies(jar: CookieJar, lines: readonly string[]): void {
  for (const line of lines) {
    const [name = '', value = ''] = line.split(';')[0]?.split('=', 2) ?? []
    if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
}
