import { getCatalogue, getCategory, getProduct, listCategories, listProducts } from '@tsedra/contract/catalogue'
import { splitAddress } from '@tsedra/contract/endpoint'
import { defaultLanguage, languages } from '@tsedra/contract/language'
import { PAGE } from '@tsedra/contract/questions'
import { type Request, type RequestHandler, Router } from 'express'
import { tooMany } from '../accounts/throttles.ts'
import type { Rate } from '../http/rates.ts'
import { Refusal } from '../http/refusal.ts'
import { serveStored } from '../http/serve.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import type { ReadModel } from './read-model.ts'
import { sendStored, type StoredAnswer, storeAnswer, storeTightly } from './stored-answer.ts'

/** Different addresses remembered per version of the catalogue; the oldest go first. */
const REMEMBERED = 400

/** As Express names it on a request. */
interface Route {
  path: string
}

interface KeptAnswer {
  answer: StoredAnswer
  /** Where it came from: it is counted there (../http/request-times.ts). */
  route: Route
}

const snapshots: Route = splitAddress(getCatalogue.address)

export interface CatalogueReads {
  /** Answers what was asked before, which is most of what phones ask: worth standing before everything else. */
  answerKnown: RequestHandler
  routes: Router
}

/**
 * The public reads. They never look at the cookie, so their answers are kept by address until the catalogue changes.
 *
 * @param searches counts searches; what lies ready costs nothing and is not counted
 */
export function catalogueReads(catalogue: LiveCatalogue, searches: Rate): CatalogueReads {
  const router = Router()
  let answers = new Map<string, KeptAnswer>()
  catalogue.onChange((model) => {
    answers = new Map()
    void storeSnapshots(model)
  })
  void storeSnapshots(catalogue.current)

  serveStored(router, listCategories, (req, res, input) =>
    sendStored(
      req,
      res,
      remembered(req, (model) => {
        const { lang = defaultLanguage, limit = PAGE, offset = 0 } = input().query
        const { json, total } = model.categories(lang, { limit, offset })
        return storeAnswer(json, { 'X-Total-Count': String(total) })
      }),
    ),
  )
  serveStored(router, getCategory, (req, res, input) =>
    sendStored(
      req,
      res,
      remembered(req, (model) => {
        const { params, query } = input()
        return storeAnswer(model.category(query.lang ?? defaultLanguage, params.slug) ?? missing('Category not found'))
      }),
    ),
  )
  serveStored(router, listProducts, (req, res, input) =>
    sendStored(
      req,
      res,
      remembered(req, (model) => {
        const { lang = defaultLanguage, featured, limit = PAGE, offset = 0, ...filter } = input().query
        const waitS = filter.search === undefined ? 0 : searches(req)
        if (waitS > 0) throw tooMany(waitS)
        return storeAnswer(
          model.products(lang, {
            ...filter,
            featured: featured === undefined ? undefined : featured === 'true',
            limit,
            offset,
          }),
        )
      }),
    ),
  )
  serveStored(router, getProduct, (req, res, input) =>
    sendStored(
      req,
      res,
      remembered(req, (model) => {
        const { params, query } = input()
        return storeAnswer(model.product(query.lang ?? defaultLanguage, params.slug) ?? missing('Product not found'))
      }),
    ),
  )
  serveStored(router, getCatalogue, (req, res, input) =>
    sendStored(
      req,
      res,
      remembered(req, (model) => storeAnswer(model.snapshot(input().params.lang))),
    ),
  )

  return {
    answerKnown(req, res, next) {
      const known = answers.get(req.originalUrl)
      if (!known || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
      req.route = known.route
      sendStored(req, res, known.answer)
    },
    routes: router,
  }

  function remembered(req: Request, make: (model: ReadModel) => StoredAnswer): StoredAnswer {
    const made = make(catalogue.current)
    if (answers.size >= REMEMBERED) answers.delete(answers.keys().next().value ?? '')
    answers.set(req.originalUrl, { answer: made, route: { path: (req.route as Route).path } })
    return made
  }

  /** Snapshots are what every phone fetches: compressed as hard as it goes, off the request path. */
  async function storeSnapshots(model: ReadModel): Promise<void> {
    for (const lang of languages) {
      const stored = await storeTightly(model.snapshot(lang))
      if (catalogue.current === model) answers.set(`/api/catalogue/${lang}`, { answer: stored, route: snapshots })
    }
  }
}

function missing(message: string): never {
  throw new Refusal('not_found', message)
}
