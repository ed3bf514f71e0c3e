import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import type { CartItem } from '@tsedra/contract/cart'
import { useTranslations } from 'use-intl'
import { getCachedAccountData } from '../session/account-data.ts'
import type { OrderRequest } from '../shared/order-dialog-state.ts'
import { type Product, productQuery } from '../catalogue/queries.ts'
import { ApiError } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { toOrderableProduct } from './orderable-product.ts'
import { FormSkeleton, OrderFormLoader } from './OrderForm.tsx'
import '../shared/ui/note.css'
import './orders.css'

/** Loads the products of the requested lines, then shows the order form. */
export function OrderDialog({ request, onClose }: { request: OrderRequest; onClose: () => void }) {
  const t = useTranslations()
  const language = useLanguage()
  const client = useQueryClient()
  const requestedLines = 'items' in request ? request.items : [request]
  const productQueries = useQueries({
    queries: requestedLines.map(({ slug }) => ({
      ...productQuery(slug, language),
      // The list on the page behind the dialog has the product, also when offline.
      placeholderData: () => findProductInLists(client.getQueriesData({ queryKey: [] }), slug),
    })),
  })
  // Offline and without a local catalogue, the cached cart still has the products of its lines.
  const cartItems =
    'items' in request && request.from === 'cart' ? (getCachedAccountData<CartItem[]>(client, 'cart') ?? []) : []
  const findProductInCart = (slug: string) => cartItems.find(({ product }) => product.slug === slug)?.product

  const loadedLines = requestedLines.flatMap(({ slug, packageSize, quantity }, index) => {
    const product = productQueries[index]?.data ?? findProductInCart(slug)
    return product ? [{ product: toOrderableProduct(product, language), packageSize, quantity }] : []
  })
  const isLoaded = loadedLines.length === requestedLines.length
  const [draftId, remarks = []] = 'items' in request ? [request.from, request.remarks] : [request.productId]
  return (
    <Dialog title={t('order.title')} onClose={onClose} hasOwnBody>
      {isLoaded ? (
        <OrderFormLoader
          initialLines={loadedLines}
          draftId={draftId}
          remarks={remarks}
          fromCart={'items' in request && request.from === 'cart'}
        />
      ) : (
        <LinesLoading queries={productQueries} />
      )}
    </Dialog>
  )
}

/** What the dialog shows while it has not all products. */
function LinesLoading({ queries }: { queries: readonly UseQueryResult<Product>[] }) {
  const t = useTranslations()
  const isMissing = queries.some(({ error }) => error instanceof ApiError && error.code === 'not_found')
  const hasFailed = queries.some(({ isError, fetchStatus, data }) => !data && (isError || fetchStatus === 'paused'))
  if (!isMissing && !hasFailed) return <FormSkeleton />
  return (
    <div className="dialog__body">
      {isMissing ? (
        <p>{t('product.missing')}</p>
      ) : (
        <LoadError
          error={queries.find(({ error }) => error)?.error}
          onRetry={() => queries.forEach(({ refetch }) => void refetch())}
        />
      )}
    </div>
  )
}

/** Returns the product from the cached lists: they have complete products under `products`. */
function findProductInLists(cached: [readonly unknown[], unknown][], slug: string): Product | undefined {
  for (const [, data] of cached) {
    if (typeof data !== 'object' || data === null || !('products' in data)) continue
    const match = (data.products as Product[]).find((product) => product.slug === slug)
    if (match) return match
  }
  return undefined
}
