import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { CartItem } from '@tsedra/contract/cart'
import type { Language } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { lastAnswer } from '../session/mine.ts'
import type { OrderRequest } from '../shared/order-request.ts'
import { type Product, productQuery } from '../catalogue/queries.ts'
import { nameOf } from '../catalogue/texts.ts'
import { ApiRefusal } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import type { OrderableLine } from './order-form.ts'
import { OrderForm } from './OrderForm.tsx'
import '../shared/ui/note.css'
import './orders.css'

/** Asks for who and where; what is asked for comes from the page or the cart. */
export function OrderDialog({ request, onClose }: { request: OrderRequest; onClose: () => void }) {
  const t = useTranslations()
  const language = useLanguage()
  const cache = useQueryClient()
  const asked = 'items' in request ? request.items : [request]
  const found = useQueries({
    queries: asked.map(({ slug }) => ({
      ...productQuery(slug, language),
      // A list on the page behind has it already, also when there is no network.
      placeholderData: () => productInLists(cache.getQueriesData({ queryKey: [] }), slug),
    })),
  })
  // Without a network and without a kept catalogue the cart still has what lies in it.
  const inCart = 'items' in request && request.from === 'cart' ? (lastAnswer<CartItem[]>(cache, 'cart') ?? []) : []
  const productOf = (slug: string) => inCart.find(({ product }) => product.slug === slug)?.product

  const lines = asked.map(({ slug, packageSize, quantity }, place) =>
    lineOf(found[place]?.data ?? productOf(slug), packageSize, quantity, language),
  )
  const known = lines.filter((line) => line !== undefined)
  if (known.length === asked.length) {
    const [draftId, remarks = []] = 'items' in request ? [request.from, request.remarks] : [request.productId]
    return (
      <OrderForm
        wanted={known}
        draftId={draftId}
        remarks={remarks}
        fromCart={'items' in request && request.from === 'cart'}
        onClose={onClose}
      />
    )
  }
  const missing = found.some(({ error }) => error instanceof ApiRefusal && error.code === 'not_found')
  const failed = found.some(({ isError, fetchStatus, data }) => !data && (isError || fetchStatus === 'paused'))
  return (
    <Dialog title={t('order.title')} onClose={onClose}>
      {missing ? (
        <p>{t('product.missing')}</p>
      ) : failed ? (
        <LoadError
          error={found.find(({ error }) => error)?.error}
          onRetry={() => found.forEach(({ refetch }) => void refetch())}
        />
      ) : (
        <output className="sk sk--control" aria-label={t('loading')} />
      )}
    </Dialog>
  )
}

function lineOf(
  product: Product | undefined,
  packageSize: OrderableLine['packageSize'],
  quantity: number,
  language: Language,
): OrderableLine | undefined {
  if (!product) return undefined
  const { id, slug, imageUrl, price, availablePackages } = product
  return {
    product: { id, slug, name: nameOf(product, language), imageUrl, price, availablePackages },
    packageSize,
    quantity,
  }
}

/** Lists carry whole products under `products`. */
function productInLists(cached: [readonly unknown[], unknown][], slug: string): Product | undefined {
  for (const [, data] of cached) {
    if (typeof data !== 'object' || data === null || !('products' in data)) continue
    const found = (data.products as Product[]).find((product) => product.slug === slug)
    if (found) return found
  }
  return undefined
}
