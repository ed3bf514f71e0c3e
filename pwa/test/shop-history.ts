import type { CatalogueRows, ChangedCatalogueRows, ProductRow } from '../../api/src/catalogue/catalogue-store.ts'
import { buildReadModel, type ReadModel } from '../../api/src/catalogue/read-model.ts'
import { languages } from '@tsedra/contract/language'
import { defaultPackages } from '@tsedra/contract/package-prices'
import { parseStoredSettings } from '@tsedra/contract/shop-settings'
import fc from 'fast-check'

/** Changes of one product; the others may change all of them. */
const productChanges = [
  'price',
  'text',
  'likes',
  'delete',
  'restore',
  'position',
  'product category',
  'stock',
  'drinks',
] as const
const shopChanges = ['category name', 'synonyms', 'packages', 'settings', 'page', 'drink', 'next day'] as const

/** A change of the shop; `which` selects the row. */
export interface Change {
  kind: (typeof productChanges)[number] | (typeof shopChanges)[number]
  which: number
  number: number
}

export const changeArbitrary: fc.Arbitrary<Change> = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...productChanges) },
    { weight: 1, arbitrary: fc.constantFrom(...shopChanges) },
  ),
  which: fc.nat(1_000),
  number: fc.nat(9),
})

/** The database of a shop: changed by `apply`, read by processes. */
export interface TestShop {
  apply(change: Change): void
  readonly rows: CatalogueRows
  readonly day: string
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const texts = { shortDescription: null, description: null, seoTitle: null, seoDescription: null }

/** Opens a shop with this many products, three categories and three drinks. */
export function openTestShop(size: number): TestShop {
  let day = 1
  let version = 1
  const updatedAt = '2026-01-09T00:00:00Z'
  const createProduct = (index: number): ProductRow => ({
    id: idOf(index),
    slug: `p${index}`,
    categoryId: idOf(900 + (index % 3)),
    price: `${index + 10}.00`,
    imageUrl: null,
    galleryImages: [],
    availablePackages: ['50г', '100г'],
    packagePrices: {},
    isActive: true,
    isFeatured: index % 5 === 0,
    // Several products share a position: the time of their creation and the id decide.
    sortOrder: Math.floor(index / 3),
    likesCount: 0,
    slicesPer50g: null,
    drinks: index % 2 ? ['d0'] : [],
    stock: null,
    createdAt: `2026-01-0${1 + (index % 2)}T00:00:00.000Z`,
    updatedAt,
    translations: languages.map((language) => ({ ...texts, language, name: `Товар ${index} ${language}` })),
  })
  const categories = [0, 1, 2].map((index) => ({
    id: idOf(900 + index),
    slug: `c${index}`,
    imageUrl: null,
    sortOrder: index,
    isActive: true,
    updatedAt,
    translations: languages.map((language) => ({ ...texts, language, name: `Розділ ${index} ${language}` })),
  }))
  const allDrinks = [0, 1, 2].map((index) => ({
    slug: `d${index}`,
    updatedAt,
    translations: languages.map((language) => ({ language, name: `Напій ${index} ${language}`, reason: null })),
  }))
  const products = new Map(Array.from({ length: size }, (_, index) => [index, createProduct(index)] as const))
  const state = {
    synonyms: [] as string[][],
    packages: defaultPackages,
    settings: parseStoredSettings(undefined),
    infoPages: [] as CatalogueRows['infoPages'],
    hiddenDrink: 0,
  }

  return {
    get day() {
      return `2026-12-0${day}`
    },
    get rows() {
      const { hiddenDrink, ...rest } = state
      const rows = [...products.values()].sort(compareRows)
      const drinks = allDrinks.filter((_, index) => index !== hiddenDrink)
      return structuredClone({ ...rest, version, categories, drinks, products: rows })
    },
    apply(change) {
      if (change.kind === 'next day') day = Math.min(9, day + 1)
      else version += 1
      applyToShop(change)
    },
  }

  function applyToShop({ kind, which, number }: Change): void {
    const index = which % size
    const product = products.get(index)
    const category = categories[which % categories.length]
    if (kind === 'delete' && products.size > 1) products.delete(index)
    if (kind === 'restore' && !product) products.set(index, { ...createProduct(index), sortOrder: number })
    if (kind === 'category name')
      for (const translation of category?.translations ?? []) translation.name = `Розділ ${number}`
    if (kind === 'synonyms') state.synonyms = number % 3 ? [['лимон', `lemon ${number}`]] : []
    if (kind === 'packages')
      state.packages = number % 3 ? [{ size: '250г', multiplier: `${number}.5` }, ...defaultPackages] : defaultPackages
    if (kind === 'settings')
      state.settings = { ...state.settings, phone: `+38067000000${number}`, promiseHours: 24 + number }
    if (kind === 'page') state.infoPages = number % 3 ? [{ slug: 'shipping', texts: { ua: `Текст ${number}` } }] : []
    if (kind === 'drink') state.hiddenDrink = number
    if (!product) return
    if (kind === 'price') product.price = `${number + 1}.00`
    if (kind === 'likes') product.likesCount += 1
    if (kind === 'position') product.sortOrder = number
    if (kind === 'product category') product.categoryId = number % 4 ? (category?.id ?? null) : null
    if (kind === 'drinks') product.drinks = [`d${number % 3}`]
    if (kind === 'stock') product.stock = number % 3 ? { '50г': `2026-12-0${number}` } : null
    const [translation] = product.translations.slice(number % 3)
    if (kind === 'text' && translation) translation.description = `«Опис» ${number} \\ "\u2028" 🍋`
  }
}

/** Like the database. */
const compareRows = (a: ProductRow, b: ProductRow): number =>
  a.sortOrder - b.sortOrder || Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? -1 : 1)

/** An API process: it reads the shop now and then, and responds from its read model. */
export interface TestProcess {
  readonly model: ReadModel
  /** Reads what has changed. */
  refresh(): void
  restart(): void
  respond(url: URL, ifNoneMatch: string | null): Response
}

export function startTestProcess(shop: TestShop): TestProcess {
  let model = buildReadModel(withKeys(shop), shop.day)
  return {
    get model() {
      return model
    },
    refresh() {
      const known = model.base.entries
      const rows = withKeys(shop)
      const products = rows.products.map((row) =>
        known.get(row.id)?.key === row.key ? { id: row.id, key: row.key ?? '' } : row,
      )
      const changed: ChangedCatalogueRows = { ...rows, products }
      model = buildReadModel(changed, shop.day, model.base)
    },
    restart() {
      model = buildReadModel(withKeys(shop), shop.day)
    },
    respond({ pathname, searchParams }, ifNoneMatch) {
      const lang = languages.find((language) => pathname === `/api/catalogue/${language}`)
      if (!lang) throw new Error(`unexpected request: ${pathname}`)
      const since = searchParams.get('since')
      const etag = model.snapshotEtag(lang)
      const headers = { 'x-app': 'tsedra', 'content-type': 'application/json; charset=utf-8', etag }
      if (ifNoneMatch === etag) return new Response(null, { status: 304, headers })
      const delta = since === null ? undefined : model.delta(lang, Number(since))
      return new Response(new Uint8Array(delta ?? model.snapshot(lang)), { headers })
    },
  }
}

/** Returns the rows with keys that change with everything that a product is built from. */
function withKeys({ rows, day }: TestShop): CatalogueRows {
  const shared = [rows.packages, rows.drinks.map(({ slug }) => slug)]
  const products = rows.products.map((row) => {
    const category = rows.categories.find(({ id }) => id === row.categoryId)
    return { ...row, key: JSON.stringify([row, category, shared, row.stock && day]) }
  })
  return { ...rows, products }
}
