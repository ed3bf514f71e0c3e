import type { Request, RequestHandler, Response } from 'express'
import type { Log } from '@tsedra/service/log'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { ReadModel } from '../catalogue/read-model.ts'
import type { CachedResponse, CachedUrls } from '../http/cached-urls.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { sendStored, type StoredResponse, storeText } from '../http/stored-response.ts'
import { responseHeaders, assignRequestId } from '../http/request-guards.ts'
import { Refusal } from '../http/refusal.ts'
import { parsePageAddress } from './page-address.ts'
import { writePage } from './page-document.ts'
import { type PageTemplate, readTemplate } from './page-template.ts'
import { buildRobotsTxt } from './robots-txt.ts'
import { describeWebManifest } from './shop-details.ts'
import { buildSitemap, isSitemapPath } from './sitemap.ts'

/** Pages cached per version of the catalogue. */
const CACHE_BOUNDS = { entries: 400, bytes: 32 * 2 ** 20 }

/** All pages count as one route in the request metrics (../http/request-durations.ts). */
const route = { path: 'page' }

export interface PagesOptions {
  catalogue: Pick<LiveCatalogue, 'current' | 'onChange'>
  /** Serves the pages that are cached, before this handler. */
  cachedUrls: CachedUrls
  /** Directory of the built page (page-template.ts). */
  pageDir: string
  /** The page is complete before this process starts. */
  production?: boolean
  publicOrigin: string
  log: Log
}

/**
 * Serves navigations with the page's HTML, rendered from the read model. It reads no cookie, so one cached response
 * serves every user. Without a built page it returns `busy`, and the edge serves its own copy.
 */
export function createPageHandler({
  catalogue,
  cachedUrls,
  pageDir,
  production,
  publicOrigin,
  log,
}: PagesOptions): RequestHandler {
  let template: Promise<PageTemplate> | undefined
  const responses = createResponseCache<CachedResponse>(CACHE_BOUNDS)
  // A cache of its own: the sitemap of a large catalogue never evicts pages.
  const sitemap = createResponseCache<CachedResponse>({
    entries: Number.POSITIVE_INFINITY,
    bytes: Number.POSITIVE_INFINITY,
  })
  catalogue.onChange(() => {
    responses.clear()
    sitemap.clear()
  })
  // The first page would wait for the import of the content renderer, and edges wait for a second.
  if (production) void loadTemplate().catch(() => {})

  return async (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!isRead || /^\/api(?:\/|$)/.test(req.path)) return next()
    req.route = route
    if (req.path === '/robots.txt')
      return respond(req, res, req.path, () => storeText(buildRobotsTxt(publicOrigin), 'text/plain; charset=utf-8'))
    if (isSitemapPath(req.path) && sendSitemap(req, res)) return
    if (req.path === '/manifest.webmanifest') {
      const { manifest } = await loadTemplate()
      return respond(req, res, req.path, () => storeWebManifest(manifest.webManifest, catalogue.current))
    }
    const address = parsePageAddress(req.url)
    if (address.subject.kind === 'moved') {
      const query = req.url.indexOf('?')
      const location = address.subject.path + (query < 0 ? '' : req.url.slice(query))
      res.writeHead(301, { ...responseHeaders, Location: location, 'Cache-Control': 'public, max-age=3600' }).end()
      return
    }
    assignRequestId(req)
    const template = await loadTemplate()
    respond(req, res, JSON.stringify(address), () => {
      const { status, html } = writePage({ model: catalogue.current, template, origin: publicOrigin }, address)
      return storeText(html, 'text/html; charset=utf-8', status)
    })
  }

  function respond(req: Request, res: Response, key: string, make: () => StoredResponse): void {
    const cached = responses.get(key)
    const response = cached?.response ?? make()
    // The number of unknown slugs is unlimited: their 404 responses would evict the real pages.
    if (response.status === 200) {
      if (!cached) responses.set(key, { response, route }, response)
      cachedUrls.add(req.url, responses, key)
    }
    sendStored(req, res, response)
  }

  /** Sends a file of the sitemap; false when the sitemap has no such part. The first request writes all of them. */
  function sendSitemap(req: Request, res: Response): boolean {
    if (!sitemap.get('/sitemap.xml'))
      for (const [path, xml] of buildSitemap(catalogue.current, publicOrigin)) {
        const response = storeText(xml, 'application/xml; charset=utf-8')
        sitemap.set(path, { response, route }, response)
      }
    const cached = sitemap.get(req.path)
    if (!cached) return false
    cachedUrls.add(req.url, sitemap, req.path)
    sendStored(req, res, cached.response)
    return true
  }

  async function loadTemplate(): Promise<PageTemplate> {
    template ??= readTemplate(pageDir)
    try {
      return await template
    } catch (error) {
      // The build may still be copied: the next request reads it again.
      template = undefined
      log.warn({ err: error }, 'pages: page build not found')
      throw new Refusal('busy', 'There is no page here yet.', undefined, { retryAfterS: 2 })
    }
  }
}

const storeWebManifest = (built: PageTemplate['manifest']['webManifest'], model: ReadModel): StoredResponse =>
  storeText(JSON.stringify(describeWebManifest(built, model.settings)), 'application/manifest+json')
