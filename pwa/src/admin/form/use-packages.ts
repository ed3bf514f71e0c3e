import type { getPackages } from '@tsedra/contract/admin-packages'
import { defaultPackages, type ShopPackage } from '@tsedra/contract/package-prices'
import { useAdminQuery } from '../use-admin-query.ts'

export const usePackages = () => useAdminQuery<typeof getPackages>('GET /api/admin/packages')

/** Returns the package sizes of the shop; those of the specification until they are loaded. */
export const useShopPackages = (): readonly ShopPackage[] => usePackages().data?.packages ?? defaultPackages
