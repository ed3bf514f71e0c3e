import type { RequestHandler } from 'express'
import type { Log } from '@tsedra/service/log'
import { createAnswerCache } from '../catalogue/answer-cache.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { ReadModel } from '../catalogue/read-model.ts'
import { sendStored, type StoredAnswer, storeText } from '../catalogue/stored-answer.ts'
import { answerHeaders, nameCall } from '../http/guard.ts'
import { Refusal } from '../http/refusal.ts'
import { readAddress } from './address.ts'
import { robots, sitemap } from './for-crawlers.ts'
import { writePage } from './page-document.ts'
import { type PageTemplate, readTemplate } from './template.ts'

/** Pages cached per version of the catalogue. */
const CACHED = { entries: 400, bytes: 32 * 2 ** 20 }

/** All pages are one route when answers are counted (../http/request-durations.ts). */
const route = { path: 'page' }

/** What crawlers ask for beside the pages. */
const files: Record<string, (model: ReadModel, origin: string) => StoredAnswer> = {
  '/sitemap.xml': (model, origin) => storeText(sitemap(model, origin), 'application/xml; charset=utf-8'),
  '/robots.txt': (_model, origin) => storeText(robots(origin), 'text/plain; charset=utf-8'),
}

export interface PagesParts {
  catalogue: LiveCatalogue
  /** Holds the built page (template.ts). */
  pageDir: string
  publicOrigin: string
  log: Log
}

/**
 * Answers navigations with the page's HTML, written out of the read model. No cookie is looked at, so one kept answer
 * serves all; while there is no built page it says that it is busy, and the edge has its own copy.
 */
export function pages({ catalogue, pageDir, publicOrigin, log }: PagesParts): RequestHandler {
  let template: Promise<PageTemplate> | undefined
  const answers = createAnswerCache<StoredAnswer>(CACHED)
  catalogue.onChange(() => answers.clear())

  return async (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!isRead || /^\/api(?:\/|$)/.test(req.path)) return next()
    req.route = route
    const file = files[req.path]
    if (file)
      return sendStored(
        req,
        res,
        remembered(req.path, () => file(catalogue.current, publicOrigin)),
      )
    const address = readAddress(req.url)
    if (address.subject.kind === 'moved') {
      const query = req.url.indexOf('?')
      const location = address.subject.path + (query < 0 ? '' : req.url.slice(query))
      res.writeHead(301, { ...answerHeaders, Location: location, 'Cache-Control': 'public, max-age=3600' }).end()
      return
    }
    nameCall(req)
    const template = await theTemplate()
    const written = () => {
      const { status, html } = writePage({ model: catalogue.current, template, origin: publicOrigin }, address)
      return storeText(html, 'text/html; charset=utf-8', status)
    }
    sendStored(req, res, remembered(JSON.stringify(address), written))
  }

  function remembered(key: string, make: () => StoredAnswer): StoredAnswer {
    const known = answers.get(key)
    if (known) return known
    const made = make()
    // Slugs that are not there are as many as anybody likes: one answer for each would push out the real ones.
    if (made.status === 404) return made
    answers.set(key, made, made)
    return made
  }

  async function theTemplate(): Promise<PageTemplate> {
    template ??= readTemplate(pageDir)
    try {
      return await template
    } catch (error) {
      // It may be on its way.
      template = undefined
      log.warn({ err: error }, 'pages: no built page')
      throw new Refusal('busy', 'There is no page here yet.', undefined, { retryAfterS: 2 })
    }
  }
}
