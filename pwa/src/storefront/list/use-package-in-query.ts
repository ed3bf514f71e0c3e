import { useEffect, useEffectEvent } from 'react'
import { lazyModule } from '../../shared/lazy-component.ts'
import type { ProductListResult } from '../../catalogue/queries.ts'
import type { ListFilters } from '../use-list-filters.ts'

const loadPackageQuery = lazyModule(() => import('@tsedra/contract/package-query'))

/** Queries without a number and without a kilogram name no package. */
const mayNamePackage = /\d|к[иі]ло|kilo/i

/** Moves a package from the search text to the filters, where it can be seen and removed: `лимон 500 г`. */
export function usePackageInQuery({ search, update }: ListFilters, list: ProductListResult | undefined): void {
  const movePackage = useEffectEvent(async (isCurrent: () => boolean) => {
    const { splitPackage } = await loadPackageQuery()
    const { text, package: size } = splitPackage(search, list?.packages)
    if (isCurrent() && text && size) update({ search: text, package: size })
  })
  const isListed = list !== undefined
  useEffect(() => {
    // The list has the sizes of the shop.
    if (!isListed || !mayNamePackage.test(search)) return
    let isCurrent = true
    // Without the chunk the search finds the same; only the filter is not shown.
    movePackage(() => isCurrent).catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [search, isListed])
}
