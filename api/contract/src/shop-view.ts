import * as z from 'zod/mini'

const text = z.optional(z.string())

/** What a page shows instead of built-in texts, in one language; absent fields are built in. */
export const shopView = z.object({
  /** By their keys in the locale files: `brand`, `hero.first`. */
  messages: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
  phone: text,
  telegram: text,
  email: text,
  address: text,
  workingHours: text,
  links: z.optional(z.array(z.string())),
  sellerName: text,
  sellerAddress: text,
  sellerRegistration: text,
  promiseHours: z.optional(z.int()),
  /** Addresses of hosted pictures. */
  logo: text,
  heroPicture: text,
})
export type ShopView = z.infer<typeof shopView>
