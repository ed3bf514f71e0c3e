/** Characters of an address to come back to at most. */
const MAX_LENGTH = 512

/**
 * Where to go after signing in: a path of this shop's pages, else the front door.
 *
 * Browsers read `\\` as `/` and drop tabs and newlines, so what looks like a path may lead away.
 */
export function sanitiseReturnPath(path: unknown, publicOrigin: string): string {
  if (typeof path !== 'string' || path.length > MAX_LENGTH) return '/'
  if (!/^\/(?![/\\])/.test(path) || /[\\\u0000-\u0020\u007f-\u009f]/.test(path)) return '/'
  const url = URL.parse(path, publicOrigin)
  // mutation test: return-path-own-host
  if (url?.origin !== publicOrigin || url.pathname.startsWith('//') || /^\/api(\/|$)/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
