import { buildRequest } from '@tsedra/contract/build-request'
import {
  FEATURED_COUNT,
  buildListQuery,
  buildFeaturedQuery,
  buildDetailQuery,
  buildProductsQuery,
  MAX_PAGE_SIZE,
} from '@tsedra/contract/catalogue-queries'
import { infoPages } from '@tsedra/contract/info-page-names'
import { UNCATEGORISED_BLOCK } from '@tsedra/contract/page-manifest'
import type { ReadModel } from '../catalogue/read-model.ts'
import type { PageAddress } from './page-address.ts'

/** An inlined response of the API, by its URL. */
export interface InlinedResponse {
  url: string
  json: string
}

/** Returns the responses that the first screen of an address needs, identical to those of the API. */
export function buildInlinedResponses(model: ReadModel, { subject, lang, filtered }: PageAddress): InlinedResponse[] {
  const all = { limit: MAX_PAGE_SIZE, offset: 0 }
  const responses = [toInlinedResponse('GET /api/categories', buildListQuery(lang), model.categories(lang, all).json)]
  if (subject.kind === 'worded' && subject.page === 'home' && !filtered) {
    const featured = model.products(lang, { featured: true, limit: FEATURED_COUNT, offset: 0 })
    responses.push(toInlinedResponse('GET /api/products', buildFeaturedQuery(lang), featured))
  }
  if (subject.kind === 'worded' && subject.page === 'drinks')
    responses.push(toInlinedResponse('GET /api/drinks', buildListQuery(lang), model.drinks(lang)))
  if (subject.kind === 'worded') {
    const page = infoPages.find((infoPage) => infoPage === subject.page)
    if (page)
      responses.push(
        toInlinedResponse('GET /api/pages/:slug', buildDetailQuery(page, lang), model.infoPage(lang, page)),
      )
  }
  if (subject.kind === 'drink') {
    const drink = model.drink(lang, subject.slug)
    if (drink) responses.push(toInlinedResponse('GET /api/drinks/:slug', buildDetailQuery(subject.slug, lang), drink))
  }
  if (subject.kind === 'product') {
    const product = model.product(lang, subject.slug)
    if (product)
      responses.push(toInlinedResponse('GET /api/products/:slug', buildDetailQuery(subject.slug, lang), product))
  }
  if (subject.kind === 'category') {
    const category = model.category(lang, subject.slug)
    if (category)
      responses.push(toInlinedResponse('GET /api/categories/:slug', buildDetailQuery(subject.slug, lang), category))
    if (category && !filtered) {
      const { id } = JSON.parse(category) as { id: string }
      const sort = 'default'
      const products = model.products(lang, { categoryId: id, sort, ...all })
      responses.push(
        toInlinedResponse('GET /api/products', buildProductsQuery({ categoryId: id, sort }, lang), products),
      )
    }
  }
  return responses
}

/**
 * Returns the responses that the content of a page needs besides: the client requests them when it is idle or on request,
 * and the links to what they list must exist without it.
 */
export function buildLinkedResponses(model: ReadModel, { subject, lang }: PageAddress): InlinedResponse[] {
  if (subject.kind === 'category') {
    const category = model.category(lang, subject.slug)
    if (!category) return []
    const { id: categoryId, productsCount } = JSON.parse(category) as { id: string; productsCount: number }
    const pageCount = Math.ceil(productsCount / MAX_PAGE_SIZE)
    return Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) => {
      const list = { categoryId, sort: 'default', limit: MAX_PAGE_SIZE, offset: (index + 1) * MAX_PAGE_SIZE } as const
      return toInlinedResponse('GET /api/products', buildProductsQuery(list, lang), model.products(lang, list))
    })
  }
  const isHome = subject.kind === 'worded' && subject.page === 'home'
  const others = isHome ? model.productsWithoutCategory(lang) : undefined
  return [
    ...(isHome || subject.kind === 'product' || subject.kind === 'drink'
      ? [toInlinedResponse('GET /api/drinks', buildListQuery(lang), model.drinks(lang))]
      : []),
    ...(others ? [{ url: UNCATEGORISED_BLOCK, json: others.toString() }] : []),
  ]
}

const toInlinedResponse = (
  route: string,
  input: Parameters<typeof buildRequest>[1],
  json: string | Buffer,
): InlinedResponse => ({
  url: buildRequest(route, input).url,
  json: json.toString(),
})
