import { formatPackage, type PackageSize } from '@tsedra/contract/packages'
import { pickTone } from '@tsedra/contract/tone'
import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Money } from '../../catalogue/Price.tsx'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import type { Product } from '../../catalogue/queries.ts'
import { selectTexts } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { MountWhenIdle } from '../../shared/ui/MountWhenIdle.tsx'
import { OverlayBoundary } from '../../shared/ui/OverlayBoundary.tsx'
import { StockText } from '../../catalogue/lazy-stock-text.ts'
import { usePackageSelection } from '../use-package-selection.ts'
import { openWithTransition } from '../product-transition.ts'

const PackageSheet = lazyComponent(() => import('./PackageSheet.tsx').then(({ PackageSheet }) => PackageSheet))

interface Props {
  product: Product
  /** The package size of the list's filter. */
  packageSize?: PackageSize | undefined
}

/** A product as one row of a compact list; its button opens the choice of package and quantity. */
export const CompactProduct = memo(function CompactProduct({ product, packageSize: preferredPackage }: Props) {
  const t = useTranslations('product')
  const language = useLanguage()
  const { texts, lang } = selectTexts(product.translations, language)
  const { packageSize, getPrice } = usePackageSelection(product, preferredPackage)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const name = texts?.name ?? product.slug
  const path = `/product/${product.slug}`
  return (
    <article className="card" data-tone={pickTone(product.slug)}>
      <div className="plate card__plate">
        <ProductPicture imageUrl={product.imageUrl} alt="" sizes="64px" />
      </div>
      <h3 className="card__name serif" lang={lang}>
        <Link to={path} onClick={openWithTransition}>
          <span className="two-lines">{name}</span>
        </Link>
      </h3>
      <p className="card__note">
        {formatPackage(packageSize, language)} ·{' '}
        <b>
          <Money kopiykas={getPrice(packageSize)} />
        </b>
        {product.stock && (
          <MountWhenIdle>
            {' '}
            <StockText product={product} packageSize={packageSize} />
          </MountWhenIdle>
        )}
      </p>
      <button
        type="button"
        className="icon-btn card__choose"
        aria-haspopup="dialog"
        aria-label={`${t('choose')}: ${name}`}
        onClick={() => setIsSheetOpen(true)}
      >
        <Icon name="plus" />
      </button>
      {isSheetOpen && (
        <OverlayBoundary onClose={() => setIsSheetOpen(false)}>
          <PackageSheet product={product} name={name} packageSize={packageSize} onClose={() => setIsSheetOpen(false)} />
        </OverlayBoundary>
      )}
    </article>
  )
})
