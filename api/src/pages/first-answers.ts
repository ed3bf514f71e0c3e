import { locate } from '@tsedra/contract/locate'
import { FEATURED, ofAll, ofFeatured, ofOne, ofProducts, PAGE } from '@tsedra/contract/questions'
import type { ReadModel } from '../catalogue/read-model.ts'
import type { PageAddress } from './address.ts'

/** An answer of the API, by the URL that would be asked. */
export interface ToldAnswer {
  url: string
  json: string
}

/** What the first screen of an address asks before it can be drawn, answered as the API would. */
export function toldAnswers(model: ReadModel, { subject, lang, filtered }: PageAddress): ToldAnswer[] {
  const all = { limit: PAGE, offset: 0 }
  const told = [answer('GET /api/categories', ofAll(lang), model.categories(lang, all).json)]
  if (subject.kind === 'worded' && subject.page === 'home' && !filtered) {
    const featured = model.products(lang, { featured: true, limit: FEATURED, offset: 0 })
    told.push(answer('GET /api/products', ofFeatured(lang), featured))
  }
  if (subject.kind === 'product') {
    const product = model.product(lang, subject.slug)
    if (product) told.push(answer('GET /api/products/:slug', ofOne(subject.slug, lang), product))
  }
  if (subject.kind === 'category') {
    const category = model.category(lang, subject.slug)
    if (category) told.push(answer('GET /api/categories/:slug', ofOne(subject.slug, lang), category))
    if (category && !filtered) {
      const { id } = JSON.parse(category) as { id: string }
      const sort = 'default'
      const products = model.products(lang, { categoryId: id, sort, ...all })
      told.push(answer('GET /api/products', ofProducts({ categoryId: id, sort }, lang), products))
    }
  }
  return told
}

const answer = (address: string, input: Parameters<typeof locate>[1], json: string): ToldAnswer => ({
  url: locate(address, input).url,
  json,
})
