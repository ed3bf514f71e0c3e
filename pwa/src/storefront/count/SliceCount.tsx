import type { PackageSize } from '@tsedra/contract/packages'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Product } from '../../catalogue/queries.ts'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { OverlayBoundary } from '../../shared/ui/OverlayBoundary.tsx'
import { pricePerSlice, slicesIn } from './slices.ts'

const CountDrinks = lazyComponent(() => import('./CountDrinks.tsx').then(({ CountDrinks }) => CountDrinks))

interface Props {
  product: Product
  slicesPer50g: number
  packageSize: PackageSize
  quantity: number
  /** Price of one package, in kopiykas. */
  packagePrice: number
}

/** Shows how many pieces the selection contains and what a drink with one costs; its button plans packages for an evening. */
export function SliceCount({ product, slicesPer50g, packageSize, quantity, packagePrice }: Props) {
  const t = useTranslations('count')
  const language = useLanguage()
  const [isPlanning, setIsPlanning] = useState(false)
  const slices = slicesIn(packageSize, slicesPer50g)
  const price = formatMoney(pricePerSlice(packagePrice, slices), language)
  const count = slices * quantity
  const closePlan = () => setIsPlanning(false)
  return (
    <>
      <p className="sm muted">{t('perDrink', { amount: t('pieces', { count }), price })}</p>
      <button
        type="button"
        className="btn btn--quiet btn--sm"
        aria-haspopup="dialog"
        onClick={() => setIsPlanning(true)}
      >
        {t('plan')}
      </button>
      {isPlanning && (
        <OverlayBoundary onClose={closePlan}>
          <CountDrinks product={product} slicesPer50g={slicesPer50g} onClose={closePlan} />
        </OverlayBoundary>
      )}
    </>
  )
}
