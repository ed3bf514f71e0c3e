import { useQueryClient } from '@tanstack/react-query'
import type { listStaffProducts, StaffProductRow } from '@tsedra/contract/admin-catalogue'
import type { setProductStock } from '@tsedra/contract/admin-stock'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import type { PackageSize } from '@tsedra/contract/packages'
import type { Stock } from '@tsedra/contract/stock'
import { useRef, useState } from 'react'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { callApi } from '../../shared/api.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { ADMIN_QUERY_KEY } from '../use-admin-query.ts'

const listKey = [ADMIN_QUERY_KEY, 'GET /api/admin/products']

/** Sets the stock of a product's packages with an optimistic update, and rolls back on an error. */
export function useSetStock({ id, stock: before = {} }: Pick<StaffProductRow, 'id' | 'stock'>) {
  const client = useQueryClient()
  const { mutate } = useAdminMutation(markCatalogueChanged)
  const [savingSizes, setSavingSizes] = useState<readonly PackageSize[]>([])
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve())
  return { savingSizes, setStock }

  async function setStock(size: PackageSize, stock: Stock): Promise<void> {
    setSavingSizes((sizes) => [...sizes, size])
    setCached(size, stock)
    const request = async () => {
      // Responses in flight have the former stock.
      await client.cancelQueries({ queryKey: listKey })
      setCached(size, stock)
      try {
        await callApi<typeof setProductStock>('PUT /api/admin/products/:id/stock', {
          params: { id },
          body: { packageSize: size, stock },
        })
      } catch (error) {
        setCached(size, before[size] ?? 'in')
        throw error
      }
    }
    // One request after the other: two for one package could arrive in the other order.
    lastRequest.current = lastRequest.current.then(() => mutate(request, {}))
    await lastRequest.current
    setSavingSizes((sizes) => sizes.toSpliced(sizes.indexOf(size), 1))
  }

  /** Sets the stock of one package in every cached list with the product; others may be changing too. */
  function setCached(size: PackageSize, value: Stock): void {
    client.setQueriesData<ResponseOf<typeof listStaffProducts>>(
      { queryKey: listKey },
      (page) =>
        page && {
          ...page,
          products: page.products.map((row) =>
            row.id === id ? { ...row, stock: { ...row.stock, [size]: value } } : row,
          ),
        },
    )
  }
}
