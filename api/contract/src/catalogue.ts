import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { languages } from './language.ts'
import { languageInput, packageInput, packageSize, queryInteger, queryMoney, slug, text } from './text.ts'

const language = z.enum(languages)
/** A decimal with two digits, in hryvnia. */
const price = z.string().check(z.regex(/^\d{1,8}\.\d{2}$/))
/** Packages that are not in stock: `out`, or the day in Kyiv on which the package is back (infra/decisions/0043-stock.md). */
export const stock = z.record(packageSize, z.union([z.literal('out'), z.iso.date()]))

export const categoryTranslation = z.object({
  language,
  name: z.string(),
  description: z.nullable(z.string()),
  seoTitle: z.nullable(z.string()),
  seoDescription: z.nullable(z.string()),
})

export const category = z.object({
  id: z.uuid(),
  slug: z.string(),
  imageUrl: z.nullable(z.string()),
  sortOrder: z.int(),
  isActive: z.boolean(),
  /** Number of active products. */
  productsCount: z.int(),
  /** The requested language first, then en, ua, ru. */
  translations: z.array(categoryTranslation),
})
export type Category = z.infer<typeof category>

export const productTranslation = z.object({
  language,
  name: z.string(),
  shortDescription: z.nullable(z.string()),
  description: z.nullable(z.string()),
  seoTitle: z.nullable(z.string()),
  seoDescription: z.nullable(z.string()),
})

export const product = z.object({
  id: z.uuid(),
  slug: z.string(),
  categoryId: z.nullable(z.uuid()),
  /** Price of 50 g, also when that package is not sold. */
  price,
  imageUrl: z.nullable(z.string()),
  galleryImages: z.array(z.string()),
  /** In the shop's order. */
  availablePackages: z.array(packageSize),
  /** Prices of packages that differ from those of the built-in multipliers; missing without any. */
  packagePrices: z.optional(z.record(packageSize, price)),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  sortOrder: z.int(),
  likesCount: z.int(),
  /** Pieces in 50 g; null for what is not counted in pieces. The release before this field sends none. */
  slicesPer50g: z.optional(z.nullable(z.int())),
  /** Slugs of the drinks that it goes with, the most characteristic first. */
  drinks: z.optional(z.array(z.string())),
  /** Missing while every package is in stock. */
  stock: z.optional(stock),
  createdAt: z.iso.datetime(),
  translations: z.array(productTranslation),
  category: z.nullable(
    z.object({ id: z.uuid(), slug: z.string(), translations: z.array(z.object({ language, name: z.string() })) }),
  ),
})
export type Product = z.infer<typeof product>

export const productSorts = ['default', 'price', '-price', 'popular', 'newest'] as const
export type ProductSort = (typeof productSorts)[number]

const lang = z.optional(languageInput)
const limit = z.optional(queryInteger(1, 100))
const offset = z.optional(queryInteger(0, 1_000_000))

export const listCategories = endpoint({
  route: 'GET /api/categories',
  summary: 'Active categories in the shop’s order; the header X-Total-Count has their number.',
  query: z.strictObject({ lang, limit, offset }),
  response: z.array(category),
})

export const getCategory = endpoint({
  route: 'GET /api/categories/:slug',
  summary: 'One active category.',
  params: z.strictObject({ slug }),
  query: z.strictObject({ lang }),
  response: category,
  errors: ['not_found'],
})

export const listProducts = endpoint({
  route: 'GET /api/products',
  summary: 'Active products: filtered, searched, sorted, paged.',
  query: z.strictObject({
    lang,
    featured: z.optional(z.enum(['true', 'false'])),
    categoryId: z.optional(z.uuid()),
    package: z.optional(packageInput),
    /** Price of the selected package, otherwise of 50 g, otherwise of the first available one. */
    minPrice: z.optional(queryMoney),
    maxPrice: z.optional(queryMoney),
    /** At least two characters after trimming; shorter text is ignored. */
    search: z.optional(text(100)),
    sort: z.optional(z.enum(productSorts)),
    limit,
    offset,
  }),
  response: z.object({
    products: z.array(product),
    total: z.int(),
    /** Package sizes of the shop; missing while they are the built-in ones. */
    packages: z.optional(z.array(packageSize)),
  }),
  errors: ['too_many_requests'],
})

export const getProduct = endpoint({
  route: 'GET /api/products/:slug',
  summary: 'One active product.',
  params: z.strictObject({ slug }),
  query: z.strictObject({ lang }),
  response: product,
  errors: ['not_found'],
})
