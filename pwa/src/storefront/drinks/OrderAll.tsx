import { useTranslations } from 'use-intl'
import { Price } from '../../catalogue/Price.tsx'
import type { Product } from '../../catalogue/queries.ts'
import { openOrderDialog } from '../../shared/order-dialog-state.ts'
import { listDrinkLines } from './drink-lines.ts'

/** A button that opens the order form with one package of every product, and what they cost together. */
export function OrderAll({ slug, products }: { slug: string; products: readonly Product[] }) {
  const t = useTranslations('drinks')
  if (products.length === 0) return null
  const { items, total } = listDrinkLines(products)
  return (
    <>
      <p>
        <Price kopiykas={total} isLarge />
        <span className="muted sm">{t('each', { count: items.length })}</span>
      </p>
      <button
        type="button"
        className="btn btn--primary btn--lg"
        onClick={() => openOrderDialog({ items, from: `drink:${slug}` })}
      >
        {t('orderAll')}
      </button>
    </>
  )
}
