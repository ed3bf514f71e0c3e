import { type Product, productSorts, type Snapshot } from '@tsedra/contract/catalogue'
import { languages } from '@tsedra/contract/language'
import { parseMoney, unitPrice } from '@tsedra/contract/money'
import { packageSizes, shownPackage } from '@tsedra/contract/packages'
import { expect, test } from 'vitest'
import { buildReadModel } from '../../../../api/src/catalogue/read-model.ts'
import { diceOf } from '../../../../infra/campaigns/dice.ts'
import { openShelf } from '../local/shelf.ts'

const QUERIES = 500
const dice = diceOf(20261121)
const words = {
  ua: ['лимон', 'апельсин', 'троянда', 'цукор', 'сушений', 'пелюстки', 'м’ята', 'чипси'],
  ru: ['лимон', 'апельсин', 'роза', 'сахар', 'сушёный', 'лепестки', 'мята', 'чипсы'],
  en: ['lemon', 'orange', 'rose', 'sugar', 'dried', 'petals', 'mint', 'chips'],
}
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const plain = { description: null, seoTitle: null, seoDescription: null }
const phrase = (lang: keyof typeof words) => `${dice.pick(words[lang])} ${dice.pick(words[lang])}`
/** Not every text is translated. */
const spoken = () => languages.filter((lang) => lang !== 'ru' || dice.below(4) > 0)

const categories = Array.from({ length: 5 }, (_, place) => ({
  id: idOf(900 + place),
  slug: `c${place}`,
  imageUrl: null,
  sortOrder: place,
  isActive: true,
  updatedAt: '2026-01-09T00:00:00.000Z',
  translations: spoken().map((language) => ({ language, name: phrase(language), ...plain })),
}))
const products = Array.from({ length: 60 }, (_, place) => ({
  id: idOf(place),
  slug: `p${place}`,
  categoryId: dice.below(10) ? dice.pick(categories).id : null,
  price: `${dice.below(9) + 1}.50`,
  imageUrl: null,
  galleryImages: [],
  availablePackages: packageSizes.slice(dice.below(3), 3 + dice.below(2)),
  isActive: true,
  isFeatured: dice.below(4) === 0,
  sortOrder: place,
  likesCount: dice.below(5),
  createdAt: `2026-01-0${dice.below(9) + 1}T00:00:00.000Z`,
  updatedAt: '2026-01-09T00:00:00.000Z',
  translations: spoken().map((language) => ({
    language,
    name: phrase(language),
    shortDescription: phrase(language),
    ...plain,
  })),
}))
const model = buildReadModel({ version: 1, categories, products })
const shelves = Object.fromEntries(
  languages.map((lang) => [lang, openShelf(JSON.parse(model.snapshot(lang)) as Snapshot)]),
)
const shelfOf = (lang: (typeof languages)[number]) => {
  const shelf = shelves[lang]
  if (!shelf) throw new Error(lang)
  return shelf
}
/** The phone keeps of each product the one translation that is shown. */
const shown = (product: Product): Product => ({ ...product, translations: product.translations.slice(0, 1) })

test(`the phone answers ${QUERIES} questions for products as the server does`, async () => {
  let found = 0
  for (let each = 0; each < QUERIES; each += 1) {
    const lang = dice.pick(languages)
    const word = dice.pick(words[dice.pick(languages)])
    const asked = {
      sort: dice.pick([undefined, ...productSorts]),
      featured: dice.pick([undefined, undefined, true]),
      categoryId: dice.pick([undefined, dice.pick(categories).id]),
      search: dice.pick([undefined, word, word.slice(0, dice.below(5)), phrase(lang), 'нічого такого']),
      package: dice.pick([undefined, undefined, ...packageSizes]),
      minPrice: dice.pick([undefined, 150, 350, 1_000]),
      maxPrice: dice.pick([undefined, 450, 950, 4_000]),
      limit: dice.pick([4, 100]),
    }
    const offset = dice.pick([undefined, 1, 40])
    const server = JSON.parse(model.products(lang, { ...asked, offset: offset ?? 0 })) as {
      products: Product[]
      total: number
    }

    expect(await shelfOf(lang).products({ ...asked, offset }), JSON.stringify({ lang, ...asked, offset })).toEqual({
      products: server.products.map(shown),
      total: server.total,
    })
    found += server.total
  }
  expect(found).toBeGreaterThan(QUERIES)
})

test('a price is of the package that is wanted, else of the one that is shown; both ends are included', async () => {
  const pricesOf = async (filter: Parameters<ReturnType<typeof shelfOf>['products']>[0]) => {
    const found = await shelfOf('ua').products(filter)
    return found?.products.map(({ price, availablePackages }) =>
      unitPrice(parseMoney(price) ?? 0, shownPackage(availablePackages, filter.package)),
    )
  }
  const all = (await pricesOf({ package: '500г' })) ?? []

  expect(all.length).toBeGreaterThan(10)
  expect(await pricesOf({ package: '500г', minPrice: 2_000, maxPrice: 3_600 })).toEqual(
    all.filter((price) => price >= 2_000 && price <= 3_600),
  )
  expect(all).toContain(2_000)
  expect(new Set(await pricesOf({ minPrice: 450, maxPrice: 450 }))).toEqual(new Set([450]))
})

test('pieces of a list follow one another without a gap or a repeat', async () => {
  const piece = async (offset: number) => (await shelfOf('ua').products({ sort: 'price', limit: 25, offset }))?.products
  const pieces = [await piece(0), await piece(25), await piece(50), await piece(75)].flatMap((each) => each ?? [])
  const whole = await shelfOf('ua').products({ sort: 'price' })

  expect(pieces).toEqual(whole?.products)
  expect(pieces.length).toBe(products.length)
})

test.each(languages)('every category and product is answered as the server does, in %s', (lang) => {
  const shelf = shelfOf(lang)

  expect(shelf.categories()).toEqual(JSON.parse(model.categories(lang, { limit: 100, offset: 0 }).json))
  for (const { slug } of categories)
    expect(shelf.category(slug)).toEqual(JSON.parse(model.category(lang, slug) ?? 'null'))
  for (const { slug } of products)
    expect(shelf.product(slug)).toEqual(shown(JSON.parse(model.product(lang, slug) ?? 'null') as Product))
})

test('what the snapshot does not know is not answered', async () => {
  expect(shelfOf('ua').product('nothing')).toBeUndefined()
  expect(shelfOf('ua').category('nothing')).toBeUndefined()
  expect(await shelfOf('ua').products({ categoryId: idOf(1_000) })).toBeUndefined()
})
