import { parseStoredPackages, type VersionedPackages } from '@tsedra/contract/admin-packages'
import type { Db } from './connection.ts'

/** SQL of the package sizes of the shop, as JSON; null before the first change. */
export const packagesSql = '(SELECT packages FROM shop_packages)'

/** Returns the package sizes of the shop; those of the specification with version 0 before the first change. */
export async function readPackages(db: Db): Promise<VersionedPackages> {
  const row = await db<{ packages: unknown; version: number }>('shop_packages').first('packages', 'version')
  return { packages: [...parseStoredPackages(row?.packages)], version: row?.version ?? 0 }
}
