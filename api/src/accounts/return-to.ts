/** Characters of an address to come back to at most. */
const LIMIT = 512

/**
 * Where to go after signing in: a path of this shop's pages, else the front door.
 *
 * Browsers read `\\` as `/` and drop tabs and newlines, so what looks like a path may lead away.
 */
export function returnTo(wanted: unknown, publicOrigin: string): string {
  if (typeof wanted !== 'string' || wanted.length > LIMIT) return '/'
  if (!/^\/(?![/\\])/.test(wanted) || /[\\\u0000-\u0020\u007f-\u009f]/.test(wanted)) return '/'
  const url = URL.parse(wanted, publicOrigin)
  // mutation test: return-path-own-host
  if (url?.origin !== publicOrigin || url.pathname.startsWith('//') || /^\/api(\/|$)/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
