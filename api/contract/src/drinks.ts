import * as z from 'zod/mini'
import { product } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { languages } from './language.ts'
import { languageInput, slug } from './text.ts'

/** A drink that products go with; `product.drinks` has the slugs: infra/decisions/0041-drinks-and-synonyms.md. */
export const drink = z.object({
  slug: z.string(),
  /** The requested language first. */
  translations: z.array(
    z.object({
      language: z.enum(languages),
      name: z.string(),
      /** Why these garnishes fit, in one sentence. */
      reason: z.nullable(z.string()),
    }),
  ),
})
export type Drink = z.infer<typeof drink>

const lang = z.optional(languageInput)

export const listDrinks = endpoint({
  route: 'GET /api/drinks',
  summary: 'Active drinks with at least one active product, in the shop’s order.',
  query: z.strictObject({ lang }),
  response: z.array(drink),
})

export const drinkPage = z.object({
  drink,
  /** Active products that go with the drink, the most characteristic first. */
  products: z.array(product),
})
export type DrinkPage = z.infer<typeof drinkPage>

export const getDrink = endpoint({
  route: 'GET /api/drinks/:slug',
  summary: 'One active drink with its products.',
  params: z.strictObject({ slug }),
  query: z.strictObject({ lang }),
  response: drinkPage,
  errors: ['not_found'],
})
