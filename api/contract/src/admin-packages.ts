import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { parseMoney } from './money.ts'
import { defaultPackages, formatMultiplier, MAX_PACKAGES, type ShopPackage } from './package-prices.ts'
import { packageInput } from './text.ts'

/** Endpoints of the package sizes of the shop: infra/decisions/0047-packages-and-prices.md. */

const MAX_MULTIPLIER = 99_999

/** 0.01 to 999.99, as `parseMultiplier` accepts it, for the API document. */
const multiplierPattern = '^\\s*0{0,7}(?:[1-9]\\d{0,2}(?:[.,]\\d{1,2})?|0[.,](?:0[1-9]|[1-9]\\d?))\\s*$'

/** A multiplier with at most two digits after the point or comma, normalised: `1,80` is `1.8`. */
const multiplierInput = z.pipe(
  z.string().check(z.maxLength(20), z.meta({ pattern: multiplierPattern, examples: ['1.8', '15'] })),
  z.transform((value, context) => {
    const hundredths = parseMoney(value)
    if (hundredths !== undefined && hundredths > 0 && hundredths <= MAX_MULTIPLIER) return formatMultiplier(hundredths)
    context.issues.push({ code: 'custom', message: 'a multiplier from 0.01 to 999.99', input: value })
    return z.NEVER
  }),
)

const shopPackage = z.object({ size: z.string(), multiplier: z.string() })

const response = z.object({
  /** In the order in which the shop shows them. */
  packages: z.array(shopPackage),
  /** 0 before the first change. */
  version: z.int(),
})
export type VersionedPackages = z.infer<typeof response>

export const getPackages = endpoint({
  route: 'GET /api/admin/packages',
  summary: 'The package sizes of the shop with their multipliers, in the order of the shop.',
  access: 'staff',
  response,
  errors: staffOnlyErrors,
})

const packageChange = z.strictObject({
  size: packageInput,
  multiplier: multiplierInput,
  /** The label that the client has read, if it differs: only a label that was never sold may change. */
  renamedFrom: z.optional(packageInput),
})

export const packagesInput = z.strictObject({
  packages: z.array(packageChange).check(
    z.minLength(1),
    z.maxLength(MAX_PACKAGES),
    z.refine((packages) => new Set(packages.map(({ size }) => size)).size === packages.length, 'each size once'),
  ),
  version: z.int().check(z.minimum(0)),
})
export type PackagesInput = z.output<typeof packagesInput>

/** Details of `package_in_use`: the size that cannot be removed, or renamed. */
export const packageInUse = z.object({
  size: z.string(),
  change: z.enum(['removed', 'renamed']),
  /** Number of products that are sold in it. */
  products: z.int(),
})
export type PackageInUse = z.infer<typeof packageInUse>

export const changePackages = endpoint({
  route: 'PUT /api/admin/packages',
  summary:
    'Replaces the package sizes of the shop. Refused: removing a size of a product, and renaming a size that was ever ordered or sold.',
  access: 'admin',
  body: packagesInput,
  extraChecks: ['body.packages'],
  response,
  errors: [...staffOnlyErrors, 'changed_meanwhile', 'package_in_use'],
})

const storedPackages = z.array(shopPackage).check(z.minLength(1))

/** Returns the stored sizes; those of the specification for none, or for a document that cannot be read. */
export function parseStoredPackages(stored: unknown): readonly ShopPackage[] {
  const parsed = storedPackages.safeParse(stored)
  return parsed.success ? parsed.data : defaultPackages
}
