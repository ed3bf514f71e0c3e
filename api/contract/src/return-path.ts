/** The contract is compiled without the types of browsers and of Node; both have this class. */
declare const URL: {
  parse(path: string, base: string): { origin: string; pathname: string; search: string; hash: string } | null
}

/** Returns the normalised path when it leads to a page of this origin; undefined prevents open redirects and API calls. */
export function parseReturnPath(path: unknown, origin: string): string | undefined {
  // At most 512 characters. Browsers read `\` as `/` and drop tabs and newlines: `/<tab>/evil.example` leads to another host.
  if (typeof path !== 'string' || !/^\/(?!\/)[^\\\u0000-\u0020\u007f-\u009f]{0,511}$/.test(path)) return undefined
  const url = URL.parse(path, origin)
  // mutation test: return-path-own-host, return-path-not-api
  if (url?.origin !== origin || url.pathname.startsWith('//') || /^\/api(\/|$)/i.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
