import type { RequestHandler } from 'express'
import type { Log } from '@tsedra/service/log'
import { createResponseCache } from '../catalogue/response-cache.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { ReadModel } from '../catalogue/read-model.ts'
import { sendStored, type StoredResponse, storeText } from '../http/stored-response.ts'
import { responseHeaders, assignRequestId } from '../http/request-guards.ts'
import { Refusal } from '../http/refusal.ts'
import { parsePageAddress } from './page-address.ts'
import { buildRobotsTxt, buildSitemap } from './crawler-files.ts'
import { writePage } from './page-document.ts'
import { type PageTemplate, readTemplate } from './page-template.ts'
import { describeWebManifest } from './shop-details.ts'

/** Pages cached per version of the catalogue. */
const CACHE_BOUNDS = { entries: 400, bytes: 32 * 2 ** 20 }

/** All pages count as one route in the request metrics (../http/request-durations.ts). */
const route = { path: 'page' }

/** Files for crawlers, by path. */
const crawlerFiles: Record<string, (model: ReadModel, origin: string) => StoredResponse> = {
  '/sitemap.xml': (model, origin) => storeText(buildSitemap(model, origin), 'application/xml; charset=utf-8'),
  '/robots.txt': (_model, origin) => storeText(buildRobotsTxt(origin), 'text/plain; charset=utf-8'),
}

export interface PagesOptions {
  catalogue: LiveCatalogue
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
export function createPageHandler({ catalogue, pageDir, production, publicOrigin, log }: PagesOptions): RequestHandler {
  let template: Promise<PageTemplate> | undefined
  const responses = createResponseCache<StoredResponse>(CACHE_BOUNDS)
  catalogue.onChange(() => responses.clear())
  // The first page would wait for the import of the content renderer, and edges wait for a second.
  if (production) void loadTemplate().catch(() => {})

  return async (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!isRead || /^\/api(?:\/|$)/.test(req.path)) return next()
    req.route = route
    const file = crawlerFiles[req.path]
    if (file)
      return sendStored(
        req,
        res,
        getOrStore(req.path, () => file(catalogue.current, publicOrigin)),
      )
    if (req.path === '/manifest.webmanifest') return sendStored(req, res, await getWebManifest())
    const address = parsePageAddress(req.url)
    if (address.subject.kind === 'moved') {
      const query = req.url.indexOf('?')
      const location = address.subject.path + (query < 0 ? '' : req.url.slice(query))
      res.writeHead(301, { ...responseHeaders, Location: location, 'Cache-Control': 'public, max-age=3600' }).end()
      return
    }
    assignRequestId(req)
    const template = await loadTemplate()
    const render = () => {
      const { status, html } = writePage({ model: catalogue.current, template, origin: publicOrigin }, address)
      return storeText(html, 'text/html; charset=utf-8', status)
    }
    sendStored(req, res, getOrStore(JSON.stringify(address), render))
  }

  async function getWebManifest(): Promise<StoredResponse> {
    const { manifest } = await loadTemplate()
    return getOrStore('/manifest.webmanifest', () =>
      storeText(
        JSON.stringify(describeWebManifest(manifest.webManifest, catalogue.current.settings)),
        'application/manifest+json',
      ),
    )
  }

  function getOrStore(key: string, make: () => StoredResponse): StoredResponse {
    const cached = responses.get(key)
    if (cached) return cached
    const response = make()
    // The number of unknown slugs is unlimited: cached 404 responses would evict the real pages.
    if (response.status === 404) return response
    responses.set(key, response, response)
    return response
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
