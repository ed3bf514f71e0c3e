import type { listStaffProducts, sortProducts, StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../shared/api.ts'
import { SortCatalogue } from '../catalogue/SortCatalogue.tsx'
import { ADMIN_QUERY_KEY, fetchAdmin } from '../use-admin-query.ts'

/** Maximum page size of the API. */
const MAX_PAGE_SIZE = 100

const saveOrder = (ids: string[]) => callApi<typeof sortProducts>('PUT /api/admin/products/order', { body: { ids } })

export function SortProducts({ filter, onClose }: { filter: { lang: string }; onClose: () => void }) {
  const query = useQuery({
    queryKey: [ADMIN_QUERY_KEY, 'order', filter],
    queryFn: ({ signal }) => fetchAllProducts(filter, signal),
    staleTime: 0,
  })
  return <SortCatalogue rows={query.data} query={query} save={saveOrder} onClose={onClose} />
}

/** Fetches every page; a product that moves between two pages in the meantime is in the result once. */
async function fetchAllProducts(filter: { lang: string }, signal: AbortSignal): Promise<StaffProductRow[]> {
  const rows = new Map<string, StaffProductRow>()
  for (let offset = 0; ; offset += MAX_PAGE_SIZE) {
    const query = { ...filter, limit: String(MAX_PAGE_SIZE), offset: String(offset) }
    const { products, total } = await fetchAdmin<typeof listStaffProducts>('GET /api/admin/products', { query }, signal)
    for (const row of products) rows.set(row.id, row)
    if (offset + MAX_PAGE_SIZE >= total) return [...rows.values()]
  }
}
