import { useQuery } from '@tanstack/react-query'
import type { listStaffDrinks, StaffDrink } from '@tsedra/contract/admin-drinks'
import { useLanguage } from '../../shared/i18n/language.ts'
import { ADMIN_QUERY_KEY, fetchAdmin } from '../use-admin-query.ts'

/** Maximum page size of the API. */
const MAX_PAGE_SIZE = 100

/** Queries all drinks, inactive ones too, in the shop's order. */
export function useAllDrinks() {
  const lang = useLanguage()
  return useQuery({
    queryKey: [ADMIN_QUERY_KEY, 'drinks', lang],
    queryFn: ({ signal }) => fetchAllDrinks(lang, signal),
    staleTime: 0,
    refetchOnReconnect: 'always',
  })
}

async function fetchAllDrinks(lang: string, signal: AbortSignal): Promise<StaffDrink[]> {
  const rows = new Map<string, StaffDrink>()
  for (let offset = 0; ; offset += MAX_PAGE_SIZE) {
    const query = { lang, limit: String(MAX_PAGE_SIZE), offset: String(offset) }
    const { drinks, total } = await fetchAdmin<typeof listStaffDrinks>('GET /api/admin/drinks', { query }, signal)
    for (const row of drinks) rows.set(row.id, row)
    if (offset + MAX_PAGE_SIZE >= total) return [...rows.values()]
  }
}
