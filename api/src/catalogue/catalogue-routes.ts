import { getCatalogue, getCategory, getProduct, listCategories, listProducts } from '@tsedra/contract/catalogue'
import { type Endpoint, type InputOf, splitAddress } from '@tsedra/contract/endpoint'
import { defaultLanguage, languages } from '@tsedra/contract/language'
import { PAGE } from '@tsedra/contract/questions'
import type { Request, RequestHandler, Router } from 'express'
import type { Rate } from '../http/rates.ts'
import { Refusal, tooManyRequests } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serveStored } from '../http/serve.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import type { ReadModel } from './read-model.ts'
import { sendStored, type StoredAnswer, storeAnswer, storeTightly } from './stored-answer.ts'

/** Different questions cached per version of the catalogue. */
const CACHED = { entries: 400, bytes: 32 * 2 ** 20 }
/** Spellings of their addresses that are recognised without parsing; the oldest go first. */
const SPELLINGS = 800
/** Characters of a spelling that is worth recognising. */
const SPELLING_MOST = 300

/** As Express names it on a request. */
interface Route {
  path: string
}

interface CachedAnswer {
  answer: StoredAnswer
  /** Where it came from: it is counted there (../http/request-durations.ts). */
  route: Route
}

export interface CatalogueReads {
  /** Answers what was asked before, which is most of what phones ask: worth standing before everything else. */
  answerKnown: RequestHandler
  routes: Router
}

/**
 * The public reads. They never look at the cookie, so their answers are cached until the catalogue changes: by what was
 * asked, not by how it was spelled, because callers choose the spelling.
 *
 * @param searches counts searches; what lies ready costs nothing and is not counted
 */
export function catalogueReads(catalogue: LiveCatalogue, searches: Rate): CatalogueReads {
  const router = createRouter()
  const answers = createAnswerCache<CachedAnswer>(CACHED)
  // One per language: other answers never evict what every phone fetches.
  const snapshots = createAnswerCache<CachedAnswer>({ entries: languages.length, bytes: Number.POSITIVE_INFINITY })
  const spellings = new Map<string, string>()
  catalogue.onChange((model) => {
    answers.clear()
    snapshots.clear()
    void storeSnapshots(model)
  })
  void storeSnapshots(catalogue.current)

  serveCached(
    listCategories,
    ({ query: { lang = defaultLanguage, limit = PAGE, offset = 0 } }) => ({ lang, limit, offset }),
    (model, { lang, ...page }) => {
      const { json, total } = model.categories(lang, page)
      return storeAnswer(json, { 'X-Total-Count': String(total) })
    },
  )
  serveCached(
    getCategory,
    ({ params: { slug }, query: { lang = defaultLanguage } }) => ({ lang, slug }),
    (model, { lang, slug }) => storeAnswer(model.category(lang, slug) ?? missing('Category not found')),
  )
  serveCached(
    listProducts,
    ({ query: { lang = defaultLanguage, featured, limit = PAGE, offset = 0, ...filter } }) => ({
      lang,
      ...filter,
      featured: featured === undefined ? undefined : featured === 'true',
      limit,
      offset,
    }),
    (model, { lang, ...asked }, req) => {
      const waitS = asked.search === undefined ? 0 : searches(req)
      // mutation test: search-rate-limit
      if (waitS > 0) throw tooManyRequests(waitS)
      return storeAnswer(model.products(lang, asked))
    },
  )
  serveCached(
    getProduct,
    ({ params: { slug }, query: { lang = defaultLanguage } }) => ({ lang, slug }),
    (model, { lang, slug }) => storeAnswer(model.product(lang, slug) ?? missing('Product not found')),
  )
  serveCached(
    getCatalogue,
    ({ params: { lang } }) => ({ lang }),
    (model, { lang }) => storeAnswer(model.snapshot(lang)),
    snapshots,
  )

  return {
    answerKnown(req, res, next) {
      const key = spellings.get(req.originalUrl)
      const known = key === undefined ? undefined : (answers.get(key) ?? snapshots.get(key))
      if (!known || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
      // mutation test: cached-requests-counted
      req.route = known.route
      sendStored(req, res, known.answer)
    },
    routes: router,
  }

  /** @param questionOf what is asked, with defaults filled in: equal questions share one answer */
  function serveCached<E extends Endpoint, Question extends object>(
    endpoint: E,
    questionOf: (input: InputOf<E>) => Question,
    make: (model: ReadModel, question: Question, req: Request) => StoredAnswer,
    cache: AnswerCache<CachedAnswer> = answers,
  ): void {
    const route = splitAddress(endpoint.address)
    serveStored(router, endpoint, (req, res, input) => {
      const question = questionOf(input())
      const key = keyOf(endpoint, question)
      const known = cache.get(key)
      const answer = known?.answer ?? make(catalogue.current, question, req)
      if (!known) cache.set(key, { answer, route }, answer)
      recognise(req.originalUrl, key)
      sendStored(req, res, answer)
    })
  }

  function recognise(spelling: string, key: string): void {
    if (spelling.length > SPELLING_MOST) return
    if (spellings.size >= SPELLINGS) spellings.delete(spellings.keys().next().value ?? '')
    spellings.set(spelling, key)
  }

  /** Snapshots are what every phone fetches: compressed as hard as it goes, off the request path. */
  async function storeSnapshots(model: ReadModel): Promise<void> {
    for (const lang of languages) {
      const answer = await storeTightly(model.snapshot(lang))
      const route = splitAddress(getCatalogue.address)
      if (catalogue.current === model) snapshots.set(keyOf(getCatalogue, { lang }), { answer, route }, answer)
    }
  }
}

const keyOf = (endpoint: Endpoint, question: object): string => `${endpoint.address} ${JSON.stringify(question)}`

function missing(message: string): never {
  throw new Refusal('not_found', message)
}
