import * as z from 'zod/mini'
import { MAX_PRICE, kopiykasToDecimal, parseMoney } from './money.ts'
import { packageGrams } from './packages.ts'
import { packageSize, shortString, slug, text } from './text.ts'

/** The same range as a pattern, for the API document. */
export const pricePattern = '^\\s*(?:0{0,5}[1-9]\\d{0,4}(?:[.,]\\d{1,2})?|0{1,10}[.,](?:0[1-9]|[1-9]\\d?))\\s*$'

/** Parses a decimal string or number in hryvnia, 0.01 to 99,999.99, with a point or a comma, to a string with two decimals. */
export const priceInput = z.pipe(
  z.union([
    z.string().check(z.maxLength(20), z.meta({ pattern: pricePattern })),
    z.number().check(z.meta({ minimum: 0.01, maximum: MAX_PRICE / 100, multipleOf: 0.01 })),
  ]),
  z.transform((value, context) => {
    const kopiykas = parseMoney(String(value))
    if (kopiykas !== undefined && kopiykas > 0 && kopiykas <= MAX_PRICE) return kopiykasToDecimal(kopiykas)
    context.issues.push({ code: 'custom', message: 'a price from 0.01 to 99999.99', input: value })
    return z.NEVER
  }),
)

/** Prices of a product's packages that go before the multipliers, the lightest package first: equal prices are equal JSON. */
export const packagePricesInput = z.pipe(
  z.record(packageSize, priceInput),
  z.transform((prices) =>
    Object.fromEntries(Object.entries(prices).toSorted(([a], [b]) => packageGrams(a) - packageGrams(b))),
  ),
)

/** Accepts `objectPath` or `uploadURL` of `POST /api/objects/upload`, an address under /media/, or an allowed https one. */
export const pictureInput = shortString(2_048)

export const sortOrderInput = z.int().check(z.gte(-1_000_000), z.lte(1_000_000))

/** Pieces in 50 g. */
export const countInput = z.int().check(z.gte(1), z.lte(1_000))

/** Maximum number of drinks that a product goes with. */
export const MAX_DRINKS = 30

/** Slugs of drinks, the most characteristic first; the server rejects those that do not exist. */
export const drinksInput = z.array(slug).check(
  z.maxLength(MAX_DRINKS),
  z.refine((slugs) => new Set(slugs).size === slugs.length, 'each drink once'),
  z.meta({ uniqueItems: true }),
)

/** Null or an empty text removes the stored one. */
const removableText = (maxLength: number) => z.optional(z.nullable(text(maxLength, { lines: true })))
export const shortText = removableText(500)
export const longText = removableText(5_000)
export const titleText = z.optional(z.nullable(text(255)))
