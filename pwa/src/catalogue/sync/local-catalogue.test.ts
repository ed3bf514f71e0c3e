import { type Category, type Product, productSorts } from '@tsedra/contract/catalogue'
import { type Snapshot } from '@tsedra/contract/snapshot'
import type { Drink, DrinkPage } from '@tsedra/contract/drinks'
import { languages } from '@tsedra/contract/language'
import { unitPrice } from '@tsedra/contract/money'
import { defaultPackages } from '@tsedra/contract/package-prices'
import { parseStoredSettings } from '@tsedra/contract/shop-settings'
import { packageSizes, pickPackage } from '@tsedra/contract/packages'
import { createSearch } from '@tsedra/contract/search'
import { isOutOfStock } from '@tsedra/contract/stock'
import { expect, test } from 'vitest'
import { buildReadModel } from '../../../../api/src/catalogue/read-model.ts'
import { createSnapshot } from '../../../test/create-snapshot.ts'
import { createRandom } from '../../../../infra/chaos/random.ts'
import { createLocalCatalogue } from '../local/local-catalogue.ts'

const QUERIES = 500
const random = createRandom(20261121)
const words = {
  ua: ['лимон', 'апельсин', 'троянда', 'цукор', 'сушений', 'пелюстки', 'м’ята', 'чипси'],
  ru: ['лимон', 'апельсин', 'роза', 'сахар', 'сушёный', 'лепестки', 'мята', 'чипсы'],
  en: ['lemon', 'orange', 'rose', 'sugar', 'dried', 'petals', 'mint', 'chips'],
}
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const emptyTexts = { description: null, seoTitle: null, seoDescription: null }
const phrase = (lang: keyof typeof words) => `${random.pick(words[lang])} ${random.pick(words[lang])}`
/** Leaves out the Russian translation of some items. */
const pickLanguages = () => languages.filter((lang) => lang !== 'ru' || random.below(4) > 0)

const categories = Array.from({ length: 5 }, (_, index) => ({
  id: idOf(900 + index),
  slug: `c${index}`,
  imageUrl: null,
  sortOrder: index,
  isActive: true,
  updatedAt: '2026-01-09T00:00:00.000Z',
  translations: pickLanguages().map((language) => ({
    ...emptyTexts,
    language,
    name: phrase(language),
    description: phrase(language),
  })),
}))
const products = Array.from({ length: 60 }, (_, index) => ({
  id: idOf(index),
  slug: `p${index}`,
  categoryId: random.below(10) ? random.pick(categories).id : null,
  price: `${random.below(9) + 1}.50`,
  imageUrl: null,
  galleryImages: [],
  availablePackages: [...packageSizes.slice(random.below(3), 3 + random.below(2)), ...random.pick([[], ['250г']])],
  packagePrices: Object.fromEntries(
    ['100г', '250г'].filter(() => random.below(3) === 0).map((size) => [size, `${random.below(20) + 1}.00`]),
  ),
  isActive: true,
  isFeatured: random.below(4) === 0,
  drinks: Array.from({ length: random.below(3) }, () => `d${random.below(7)}`),
  stock: Object.fromEntries(
    packageSizes
      .filter(() => random.below(3) > 0)
      .map((size) => [size, random.pick(['out', '2020-01-01', '2999-01-01'])]),
  ),
  sortOrder: index,
  likesCount: random.below(5),
  createdAt: `2026-01-0${random.below(9) + 1}T00:00:00.000Z`,
  updatedAt: '2026-01-09T00:00:00.000Z',
  translations: pickLanguages().map((language) => ({
    language,
    name: phrase(language),
    shortDescription: phrase(language),
    ...emptyTexts,
  })),
}))
const drinks = Array.from({ length: 6 }, (_, index) => ({
  slug: `d${index}`,
  updatedAt: '2026-01-09T00:00:00.000Z',
  translations: pickLanguages().map((language) => ({ language, name: phrase(language), reason: phrase(language) })),
}))
const packages = [{ size: '250г', multiplier: '4.5' }, ...defaultPackages]
const model = buildReadModel(
  {
    version: 1,
    categories,
    products,
    drinks,
    packages,
    settings: parseStoredSettings(undefined),
    infoPages: [],
    synonyms: [['лимон', 'lemon']],
  },
  '2026-11-21',
)
const catalogues = Object.fromEntries(
  languages.map((lang) => [lang, createLocalCatalogue(JSON.parse(String(model.snapshot(lang))) as Snapshot)]),
)
const getCatalogue = (lang: (typeof languages)[number]) => {
  const catalogue = catalogues[lang]
  if (!catalogue) throw new Error(lang)
  return catalogue
}
/** Reduces a product to its first translation: the local catalogue has only the shown one. */
const withOneTranslation = (product: Product): Product => ({
  ...product,
  translations: product.translations.slice(0, 1),
})

/** Reduces a category to the shown texts and the names in the other languages, which the menu may need. */
const withShownTexts = (category: Category): Category => ({
  ...category,
  translations: category.translations.map((texts, index) => (index === 0 ? texts : { ...texts, description: null })),
})

test(`${QUERIES} random product queries have the same result locally and on the server`, async () => {
  let totalFound = 0
  for (let index = 0; index < QUERIES; index += 1) {
    const lang = random.pick(languages)
    const word = random.pick(words[random.pick(languages)])
    const listQuery = {
      sort: random.pick([undefined, ...productSorts]),
      featured: random.pick([undefined, undefined, true]),
      categoryId: random.pick([undefined, random.pick(categories).id]),
      search: random.pick([undefined, word, word.slice(0, random.below(5)), phrase(lang), 'нічого такого']),
      package: random.pick([undefined, undefined, '250г', ...packageSizes]),
      minPrice: random.pick([undefined, 150, 350, 1_000]),
      maxPrice: random.pick([undefined, 450, 950, 4_000]),
      limit: random.pick([4, 100]),
    }
    const offset = random.pick([undefined, 1, 40])
    const server = JSON.parse(model.products(lang, { ...listQuery, offset: offset ?? 0 }).toString()) as {
      products: Product[]
      total: number
    }

    expect(
      await getCatalogue(lang).products({ ...listQuery, offset }),
      JSON.stringify({ lang, ...listQuery, offset }),
    ).toEqual({
      products: server.products.map(withOneTranslation),
      total: server.total,
      packages: packages.map(({ size }) => size),
    })
    totalFound += server.total
  }
  expect(totalFound).toBeGreaterThan(QUERIES)
})

test('drinks and their products are the same locally and on the server', () => {
  for (const lang of languages) {
    const onServer = JSON.parse(model.drinks(lang)) as Drink[]
    expect(onServer.length).toBeGreaterThan(3)
    expect(onServer.map(({ slug }) => slug)).not.toContain('d6')
    expect(
      getCatalogue(lang)
        .drinks()
        ?.map(({ slug, translations }) => [slug, translations[0]]),
    ).toEqual(onServer.map(({ slug, translations }) => [slug, translations[0]]))
    for (const { slug } of onServer) {
      const page = JSON.parse(String(model.drink(lang, slug))) as DrinkPage
      expect(page.products.length).toBeGreaterThan(0)
      expect(getCatalogue(lang).drink(slug)?.products).toEqual(page.products.map(withOneTranslation))
    }
  }
})

test('price filters use the selected package, else the shown one, and include both bounds', async () => {
  const pricesOf = async (filter: Parameters<ReturnType<typeof getCatalogue>['products']>[0]) => {
    const result = await getCatalogue('ua').products(filter)
    return result?.products.map((product) => unitPrice(product, pickPackage(product.availablePackages, filter.package)))
  }
  const all = (await pricesOf({ package: '500г' })) ?? []

  expect(all.length).toBeGreaterThan(10)
  expect(await pricesOf({ package: '500г', minPrice: 2_000, maxPrice: 3_600 })).toEqual(
    all.filter((price) => price >= 2_000 && price <= 3_600),
  )
  expect(all).toContain(2_000)
  const [shown = 0] = (await pricesOf({})) ?? []
  expect(new Set(await pricesOf({ minPrice: shown, maxPrice: shown }))).toEqual(new Set([shown]))
})

test('pages of a list have no gap and no repeat', async () => {
  const readPage = async (offset: number) =>
    (await getCatalogue('ua').products({ sort: 'price', limit: 25, offset }))?.products
  const pages = [await readPage(0), await readPage(25), await readPage(50), await readPage(75)].flatMap(
    (page) => page ?? [],
  )
  const allAtOnce = await getCatalogue('ua').products({ sort: 'price' })

  expect(pages).toEqual(allAtOnce?.products)
  expect(pages.length).toBe(products.length)
})

test.each(languages)('every category and product equals the server’s, in %s', (lang) => {
  const catalogue = getCatalogue(lang)

  const { json } = model.categories(lang, { limit: 100, offset: 0 })
  expect(catalogue.categories()).toEqual((JSON.parse(json) as Category[]).map(withShownTexts))
  for (const { slug } of categories)
    expect(catalogue.category(slug)).toEqual(
      withShownTexts(JSON.parse(model.category(lang, slug) ?? 'null') as Category),
    )
  for (const { slug } of products)
    expect(catalogue.product(slug)).toEqual(
      withOneTranslation(JSON.parse(String(model.product(lang, slug))) as Product),
    )
})

test('suggestions are the items that the search suggests: five products, in stock first, and no empty categories', async () => {
  for (const lang of languages) {
    const [word = ''] = words[lang]
    const snapshot = JSON.parse(String(model.snapshot(lang))) as Snapshot
    const suggested = createSearch(snapshot).suggest(word.slice(0, 3))
    const [inStock, outOfStock] = [false, true].map((isOut) =>
      suggested.products.filter((id) =>
        snapshot.products.some((product) => product.id === id && isOutOfStock(product) === isOut),
      ),
    )
    const found = await getCatalogue(lang).suggest(word.slice(0, 3))

    expect(found.products.map(({ id }) => id)).toEqual([...(inStock ?? []), ...(outOfStock ?? [])].slice(0, 5))
    expect(found.products.length).toBeGreaterThan(0)
    expect(found.drinks.map(({ slug }) => slug)).toEqual(suggested.drinks)
    expect(found.categories).toEqual(
      suggested.categories.map((slug) => getCatalogue(lang).category(slug)).filter((item) => item?.productsCount),
    )
    expect(found.correction).toBe(suggested.correction)
  }
})

test('an item that the snapshot does not contain is undefined', async () => {
  expect(getCatalogue('ua').product('nothing')).toBeUndefined()
  expect(getCatalogue('ua').category('nothing')).toBeUndefined()
  expect(await getCatalogue('ua').products({ categoryId: idOf(1_000) })).toBeUndefined()
})

test('a snapshot with an own price gives it offline; one of the former release gives the built-in price', async () => {
  const current = createSnapshot({ products: 1 })
  const [product] = current.products
  const priced = {
    ...current,
    packages: ['250г', '50г'],
    products: current.products.map((item) => ({
      ...item,
      availablePackages: ['250г', '50г'],
      packagePrices: { '250г': '43.21' },
    })),
  }
  const priceOf = async (snapshot: Snapshot, size: string) => {
    const result = await createLocalCatalogue(snapshot).products({ package: size })
    return result?.products.map((item) => unitPrice(item, size))
  }
  expect(product).not.toHaveProperty('packagePrices')
  expect(await priceOf(current, '50г')).toEqual([1_000])
  expect(await priceOf(priced, '250г')).toEqual([4_321])
  expect(await createLocalCatalogue(priced).products({ search: 'p1 250 г' })).toMatchObject({
    packages: ['250г', '50г'],
  })
})

test('a product that is out of stock is suggested after the others', async () => {
  const snapshot = createSnapshot({ products: 6 })
  const [first, ...others] = snapshot.products
  const outOfStock = { ...snapshot, products: [{ ...first, stock: { '50г': 'out' } }, ...others] } as Snapshot
  const suggest = async (source: Snapshot) =>
    (await createLocalCatalogue(source).suggest('product')).products.map(({ slug }) => slug)

  expect(await suggest(snapshot)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5'])
  expect(await suggest(outOfStock)).toEqual(['p2', 'p3', 'p4', 'p5', 'p6'])
})
