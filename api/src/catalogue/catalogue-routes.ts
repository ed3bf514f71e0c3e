import { setImmediate } from 'node:timers/promises'
import { getCategory, getProduct, listCategories, listProducts } from '@tsedra/contract/catalogue'
import { getCatalogue } from '@tsedra/contract/snapshot'
import { parseInfoPageName } from '@tsedra/contract/info-page-names'
import { getInfoPage } from '@tsedra/contract/info-pages'
import { getDrink, listDrinks } from '@tsedra/contract/drinks'
import { type Endpoint, type InputOf, splitRoute } from '@tsedra/contract/endpoint'
import { defaultLanguage, languages } from '@tsedra/contract/language'
import { MAX_PAGE_SIZE } from '@tsedra/contract/catalogue-queries'
import type { Request, Response, Router } from 'express'
import type { CachedResponse, CachedUrls } from '../http/cached-urls.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { Refusal, tooManyRequests } from '../http/refusal.ts'
import { type ResponseCache, createResponseCache } from '../http/response-cache.ts'
import { createRouter } from '../http/router.ts'
import { serveStored } from '../http/serve.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import type { ReadModel } from './read-model.ts'
import { sendStored, type StoredResponse, storeJson, storeCompressed } from '../http/stored-response.ts'

/** Limits of the response cache per version of the catalogue. */
const CACHE_BOUNDS = { entries: 400, bytes: 32 * 2 ** 20 }

interface CacheOptions {
  /** The cache of all other responses by default. */
  cache?: ResponseCache<CachedResponse>
  /** Whether this URL always means this query. */
  isMapped?: boolean
}

/**
 * Serves the public reads. They ignore the cookie, so responses are cached until the catalogue changes, under the parsed
 * query: clients choose the spelling of a URL.
 *
 * @param cachedUrls serves the responses that are cached, before these routes
 * @param searchLimiter rate limit of searches; cached responses do not count
 */
export function catalogueReads(
  catalogue: Pick<LiveCatalogue, 'current' | 'onChange'>,
  cachedUrls: CachedUrls,
  searchLimiter: RateLimiter,
): Router {
  const router = createRouter()
  const responses = createResponseCache<CachedResponse>(CACHE_BOUNDS)
  // A cache of their own: other responses never evict the snapshots, which every phone fetches.
  const snapshots = createResponseCache<CachedResponse>({ entries: languages.length, bytes: Number.POSITIVE_INFINITY })
  catalogue.onChange((model) => {
    responses.clear()
    snapshots.clear()
    void storeSnapshots(model)
    void prepareSearches(model)
  })
  void storeSnapshots(catalogue.current)
  void prepareSearches(catalogue.current)

  serveCached(
    listCategories,
    ({ query: { lang = defaultLanguage, limit = MAX_PAGE_SIZE, offset = 0 } }) => ({ lang, limit, offset }),
    (model, { lang, ...page }) => {
      const { json, total } = model.categories(lang, page)
      return storeJson(json, { 'X-Total-Count': String(total) })
    },
  )
  serveCached(
    getCategory,
    ({ params: { slug }, query: { lang = defaultLanguage } }) => ({ lang, slug }),
    (model, { lang, slug }) => storeJson(model.category(lang, slug) ?? throwNotFound('Category not found')),
  )
  serveCached(
    listProducts,
    ({ query: { lang = defaultLanguage, featured, limit = MAX_PAGE_SIZE, offset = 0, ...filter } }) => ({
      lang,
      ...filter,
      featured: featured === undefined ? undefined : featured === 'true',
      limit,
      offset,
    }),
    (model, { lang, ...query }, req) => {
      const waitS = query.search === undefined ? 0 : searchLimiter(req)
      // mutation test: search-rate-limit
      if (waitS > 0) throw tooManyRequests(waitS)
      return storeJson(model.products(lang, query))
    },
  )
  serveCached(
    getProduct,
    ({ params: { slug }, query: { lang = defaultLanguage } }) => ({ lang, slug }),
    (model, { lang, slug }) => storeJson(model.product(lang, slug) ?? throwNotFound('Product not found')),
  )
  serveCached(
    listDrinks,
    ({ query: { lang = defaultLanguage } }) => ({ lang }),
    (model, { lang }) => storeJson(model.drinks(lang)),
  )
  serveCached(
    getDrink,
    ({ params: { slug }, query: { lang = defaultLanguage } }) => ({ lang, slug }),
    (model, { lang, slug }) => storeJson(model.drink(lang, slug) ?? throwNotFound('Drink not found')),
  )
  serveCached(
    getInfoPage,
    ({ params: { slug }, query: { lang = defaultLanguage } }) => ({ lang, slug }),
    (model, { lang, slug }) => {
      const name = parseInfoPageName(slug) ?? throwNotFound('Page not found')
      return storeJson(model.infoPage(lang, name))
    },
  )
  serveStored(router, getCatalogue, (req, res, input) => {
    const {
      params: { lang },
      query: { since },
    } = input()
    const model = catalogue.current
    const store = (json: Buffer) => storeJson(json, {}, model.snapshotEtag(lang))
    const makeDelta = (version: number) => {
      const delta = model.delta(lang, version)
      return delta && store(delta)
    }
    if (since !== undefined && sendCached(req, res, getCatalogue, { lang, since }, () => makeDelta(since))) return
    // Without a delta it is the same response as without `since`; a delta from this version may exist later.
    // mutation test: missing-delta-not-mapped
    const options = { cache: snapshots, isMapped: since === undefined }
    sendCached(req, res, getCatalogue, { lang }, () => store(model.snapshot(lang)), options)
  })

  return router

  /** @param normaliseQuery returns the query with defaults: equal queries share one response */
  function serveCached<E extends Endpoint, Query extends object>(
    endpoint: E,
    normaliseQuery: (input: InputOf<E>) => Query,
    make: (model: ReadModel, query: Query, req: Request) => StoredResponse,
  ): void {
    serveStored(router, endpoint, (req, res, input) => {
      const query = normaliseQuery(input())
      sendCached(req, res, endpoint, query, () => make(catalogue.current, query, req))
    })
  }

  /** Sends the cached response to a query, or the one that `make` returns, and caches it; false without any. */
  function sendCached(
    req: Request,
    res: Response,
    endpoint: Endpoint,
    query: object,
    make: () => StoredResponse | undefined,
    { cache = responses, isMapped = true }: CacheOptions = {},
  ): boolean {
    const key = cacheKeyOf(endpoint, query)
    const cached = cache.get(key)
    const response = cached?.response ?? make()
    if (!response) return false
    if (!cached) cache.set(key, { response, route: splitRoute(endpoint.route) }, response)
    if (isMapped) cachedUrls.add(req.originalUrl, cache, key)
    sendStored(req, res, response)
    return true
  }

  /** Compresses the snapshots at the highest level, off the request path: every phone fetches them. */
  async function storeSnapshots(model: ReadModel): Promise<void> {
    for (const lang of languages) {
      const response = await storeCompressed(() => model.snapshot(lang), model.snapshotEtag(lang))
      const route = splitRoute(getCatalogue.route)
      if (catalogue.current === model) snapshots.set(cacheKeyOf(getCatalogue, { lang }), { response, route }, response)
    }
  }

  /** Builds the search indexes before the first search; requests are served between its short tasks. */
  async function prepareSearches(model: ReadModel): Promise<void> {
    for (const lang of languages) {
      await setImmediate()
      // Several changes in a row: only the last version is searched.
      if (catalogue.current !== model) return
      await model.prepareSearch(lang, () => setImmediate())
    }
  }
}

const cacheKeyOf = (endpoint: Endpoint, query: object): string => `${endpoint.route} ${JSON.stringify(query)}`

function throwNotFound(message: string): never {
  throw new Refusal('not_found', message)
}
