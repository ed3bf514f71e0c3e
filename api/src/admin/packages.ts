import type { PackageInUse, PackagesInput, VersionedPackages } from '@tsedra/contract/admin-packages'
import type { ShopPackage } from '@tsedra/contract/package-prices'
import type { PackageSize } from '@tsedra/contract/packages'
import { type Actor, audit } from '@tsedra/database/audit'
import { readPackages } from '@tsedra/database/packages'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { rejectStaleVersion } from './catalogue-entries.ts'

/**
 * Replaces the package sizes of the shop, within changeCatalogue(): no product gets a size at the same time.
 *
 * @throws Refusal `changed_meanwhile`; `package_in_use` for removing a size of a product, or renaming one that was ever
 * ordered, put into a cart or sold
 */
export async function updatePackages(
  trx: Knex.Transaction,
  actor: Actor,
  { packages: changes, version }: PackagesInput,
): Promise<VersionedPackages> {
  const before = await readPackages(trx)
  // mutation test: packages-edit-conflict
  rejectStaleVersion(version, before.version)
  const packages = changes.map(({ size, multiplier }) => ({ size, multiplier }))
  if (JSON.stringify(packages) === JSON.stringify(before.packages)) return before
  const removed = before.packages.filter(({ size }) => packages.every((kept) => kept.size !== size))
  for (const { size } of removed) {
    await rejectInUse(trx, size, changes.some(({ renamedFrom }) => renamedFrom === size) ? 'renamed' : 'removed')
  }

  const changed = { packages: JSON.stringify(packages), version: before.version + 1, updated_at: trx.fn.now() }
  await trx('shop_packages')
    .insert({ single: true, ...changed })
    .onConflict('single')
    .merge()
  const sizes = [...before.packages, ...packages].map(({ size }) => size)
  // mutation test: packages-audited
  await audit(trx, actor, {
    action: 'packages.changed',
    before: toAuditFields(before.packages, sizes),
    after: toAuditFields(packages, sizes),
  })
  return { packages, version: changed.version }
}

/** @throws Refusal `package_in_use`: orders keep their labels, so a size that is only in old orders may be removed */
async function rejectInUse(trx: Knex.Transaction, size: PackageSize, change: PackageInUse['change']): Promise<void> {
  const { rows } = await trx.raw<{ rows: { products: number; isSold: boolean }[] }>(
    `SELECT (SELECT count(*)::int FROM products WHERE :size = ANY(packages)) AS products,
       EXISTS (SELECT FROM order_items WHERE package_size = :size)
         OR EXISTS (SELECT FROM cart_items WHERE package_size = :size) AS "isSold"`,
    { size },
  )
  const { products, isSold } = rows[0] ?? { products: 0, isSold: false }
  // mutation test: sold-package-not-renamed, used-package-not-removed
  if (products === 0 && !(isSold && change === 'renamed')) return
  const details: PackageInUse = { size, change, products }
  throw new Refusal('package_in_use', `The size ${size} is in use and cannot be ${change}.`, { ...details })
}

/** Returns the multiplier of each of the sizes, and their order; null for one that the shop does not have. */
const toAuditFields = (packages: readonly ShopPackage[], sizes: readonly PackageSize[]): Record<string, unknown> => ({
  packages: packages.map(({ size }) => size),
  ...Object.fromEntries(
    sizes.map((size) => [`multiplier.${size}`, packages.find((kept) => kept.size === size)?.multiplier ?? null]),
  ),
})
