import { parseMoney, unitPrice } from '@tsedra/contract/money'
import { pickPackage } from '@tsedra/contract/packages'
import { useTranslations } from 'use-intl'
import { Price } from '../../catalogue/Price.tsx'
import type { Product } from '../../catalogue/queries.ts'
import { openOrderDialog } from '../../shared/order-dialog-state.ts'

/** A button that opens the order form with one package of every product, and what they cost together. */
export function OrderAll({ slug, products }: { slug: string; products: readonly Product[] }) {
  const t = useTranslations('drinks')
  if (products.length === 0) return null
  const lines = products.map((product) => ({ product, packageSize: pickPackage(product.availablePackages) }))
  const total = lines.reduce(
    (sum, { product, packageSize }) => sum + unitPrice(parseMoney(product.price) ?? 0, packageSize),
    0,
  )

  function orderAll(): void {
    const items = lines.map(({ product, packageSize }) => ({
      productId: product.id,
      slug: product.slug,
      packageSize,
      quantity: 1,
    }))
    openOrderDialog({ items, from: `drink:${slug}` })
  }

  return (
    <>
      <p>
        <Price kopiykas={total} isLarge />
        <span className="muted sm">{t('each', { count: products.length })}</span>
      </p>
      <button type="button" className="btn btn--primary btn--lg" onClick={orderAll}>
        {t('orderAll')}
      </button>
    </>
  )
}
