import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ResponseCache } from './response-cache.ts'
import { sendStored, type StoredResponse } from './stored-response.ts'

/** Maximum number of URLs that are mapped to a cache key without parsing; the oldest are evicted first. */
const MAX_URLS = 1_600
/** Maximum length of a mapped URL, in characters. */
const MAX_URL_LENGTH = 300

/** What Express adds to a request as `route`. */
export interface Route {
  path: string
}

export interface CachedResponse {
  response: StoredResponse
  /** Route of the metrics (request-durations.ts). */
  route: Route
}

export interface CachedUrls {
  /** Sends the response to a known URL, which most requests have; false for another one. */
  serve(req: IncomingMessage & { route?: Route }, res: ServerResponse): boolean
  /** Maps a URL to an entry of a cache. Clients choose the spelling: many URLs map to one entry. */
  add(url: string, cache: ResponseCache<CachedResponse>, key: string): void
}

/** Creates the map from URLs to cached responses. An entry that its cache dropped is not served. */
export function createCachedUrls(): CachedUrls {
  const entries = new Map<string, { cache: ResponseCache<CachedResponse>; key: string }>()

  return {
    serve(req, res) {
      const entry = entries.get(req.url ?? '')
      const cached = entry?.cache.get(entry.key)
      if (!cached || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      // mutation test: cached-requests-counted
      req.route = cached.route
      sendStored(req, res, cached.response)
      return true
    },
    add(url, cache, key) {
      if (url.length > MAX_URL_LENGTH) return
      if (entries.size >= MAX_URLS && !entries.has(url)) entries.delete(entries.keys().next().value ?? '')
      entries.set(url, { cache, key })
    },
  }
}
