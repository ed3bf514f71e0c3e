import {
  exportFigures,
  getAnswerFigures,
  getCustomerFigures,
  getOrderFigures,
  getProductFigures,
  getSearchFigures,
  MAX_EMPTY_SEARCHES,
  type SearchFigures,
} from '@tsedra/contract/admin-figures'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { defaultLanguage } from '@tsedra/contract/language'
import { SEARCH_COUNT_DAYS } from '@tsedra/contract/search-counts'
import { shiftDay } from '@tsedra/contract/shift-day'
import { withDatabaseTimeout } from '@tsedra/database/database-timeout'
import type { Db } from '@tsedra/database/connection'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import type { Router } from 'express'
import { createRouter } from '../../http/router.ts'
import { serve, serveStream } from '../../http/serve.ts'
import { readSearchCounts } from '../../search-counts/search-count-store.ts'
import { readAnswerFigures } from './answer-figures.ts'
import { readCustomerFigures } from './customer-figures.ts'
import { type FigurePeriod, resolvePeriod } from './figure-period.ts'
import { writeFigureTable } from './figures-csv.ts'
import { readOrderFigures } from './order-figures.ts'
import { readProductFigures } from './product-figures.ts'

/** Serves the figures: infra/decisions/0045-figures.md. They contain no personal data, so reading them is not audited. */
export function figureRoutes({ db }: { db: Db }): Router {
  const router = createRouter()

  serve(router, getOrderFigures, async ({ query: { step = 'day', ...days } }) =>
    readOrderFigures(db, resolvePeriod(days), step),
  )

  serve(router, getAnswerFigures, async ({ query }) => readAnswerFigures(db, resolvePeriod(query)))

  serve(router, getProductFigures, async ({ query: { lang = defaultLanguage, ...days } }) =>
    readProductFigures(db, resolvePeriod(days), lang),
  )

  serve(router, getCustomerFigures, async ({ query }) => readCustomerFigures(db, resolvePeriod(query)))

  serve(router, getSearchFigures, async ({ query }) => readSearchFigures(resolvePeriod(query)))

  serveStream(router, exportFigures, async ({ query: { table = 'orders', step = 'day', lang, ...days } }, { res }) => {
    const period = resolvePeriod(days)
    const language = lang ?? defaultLanguage
    const text = await withDatabaseTimeout(() =>
      writeFigureTable(table, language, {
        orders: () => readOrderFigures(db, period, step),
        answers: () => readAnswerFigures(db, period),
        products: () => readProductFigures(db, period, language),
        customers: () => readCustomerFigures(db, period),
        searches: () => readSearchFigures(period),
      }),
    )
    res.set('Content-Disposition', `attachment; filename="${table}-${period.from}-${period.to}.csv"`)
    res.type('text/csv').send(text)
  })

  return router

  async function readSearchFigures({ from, to }: FigurePeriod): Promise<SearchFigures> {
    const counts = { isEmpty: true, firstDay: from, lastDay: to, limit: MAX_EMPTY_SEARCHES }
    const searches = await readSearchCounts(db, counts)
    return {
      searches: searches.map(({ query, count }) => ({ query: sanitiseLine(query), count })),
      countedSince: shiftDay(kyivDay(Date.now()), -SEARCH_COUNT_DAYS),
    }
  }
}
