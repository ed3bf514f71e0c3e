import type { QueryClient } from '@tanstack/react-query'
import { type PackageSize, packageSizes } from '@tsedra/contract/packages'

/** Returns the package sizes of the shop from the newest list of products; the built-in ones without a list. */
export function getShopPackages(client: QueryClient): readonly PackageSize[] {
  const [newest] = client
    .getQueryCache()
    .findAll({ queryKey: ['products'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  return (newest?.state.data as { packages?: PackageSize[] } | undefined)?.packages ?? packageSizes
}
