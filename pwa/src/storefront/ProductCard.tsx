import type { PackageSize } from '@tsedra/contract/packages'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../shared/i18n/language.ts'
import { MountWhenIdle } from '../shared/ui/MountWhenIdle.tsx'
import { openOrderDialog } from '../shared/order-dialog-state.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LikeButton } from '../favourites/LikeButton.tsx'
import { PackageSelect } from './PackageSelect.tsx'
import { cardSizes, rowSizes } from '../catalogue/picture-sizes.ts'
import { Money, Price } from '../catalogue/Price.tsx'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import type { Product } from '../catalogue/queries.ts'
import { QuantityStepper } from '../shared/ui/QuantityStepper.tsx'
import { selectTexts } from '../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import { StockText } from '../catalogue/lazy-stock-text.ts'
import { useAddToCart } from './use-add-to-cart.ts'
import { openWithTransition } from './product-transition.ts'
import { usePackageSelection } from './use-package-selection.ts'

interface Props {
  product: Product
  isRowLayout?: boolean
  /** The package size of the list's filter; the user may choose another. */
  packageSize?: PackageSize | undefined
}

/** A product in a grid, with the price of the chosen package. Memoised: a refetched list renders only changed cards. */
export const ProductCard = memo(function ProductCard({
  product,
  isRowLayout = false,
  packageSize: preferredPackage,
}: Props) {
  const t = useTranslations()
  const language = useLanguage()
  const { texts, lang } = selectTexts(product.translations, language)
  const { packageSize, setPackageSize, quantity, setQuantity, total, getPrice } = usePackageSelection(
    product,
    preferredPackage,
  )
  const addToCart = useAddToCart(product)
  const name = texts?.name ?? product.slug
  const path = `/product/${product.slug}`

  return (
    <article className="card" data-tone={pickTone(product.slug)}>
      {/* The name is the link for the keyboard and screen readers. */}
      <Link className="plate card__plate" to={path} tabIndex={-1} aria-hidden="true" onClick={openWithTransition}>
        <ProductPicture
          imageUrl={product.imageUrl}
          alt=""
          sizes={isRowLayout ? rowSizes : cardSizes}
          isDeferred={import.meta.env.SSR}
        />
        <span className="card__quick">
          <Icon name="eye" size="i--sm" />
          {t('product.quickView')}
        </span>
      </Link>
      <div className="card__fav">
        <LikeButton product={product} name={name} />
      </div>
      <h3 className="card__name serif" lang={lang}>
        <Link to={path} onClick={openWithTransition}>
          <span className="two-lines">{name}</span>
        </Link>
      </h3>
      <p className="card__note" lang={lang}>
        <span className="two-lines">{texts?.shortDescription}</span>
      </p>
      <div className="card__seg">
        <PackageSelect
          sizes={product.availablePackages}
          selected={packageSize}
          onChange={setPackageSize}
          product={name}
        />
      </div>
      <div className="card__sum">
        <p className="card__total">
          <Price kopiykas={total} />
          {product.stock && (
            <small>
              <MountWhenIdle>
                <StockText product={product} packageSize={packageSize} />
              </MountWhenIdle>
            </small>
          )}
          {quantity > 1 && (
            <small>
              {quantity} × <Money kopiykas={getPrice(packageSize)} />
            </small>
          )}
        </p>
        <QuantityStepper quantity={quantity} onChange={setQuantity} product={name} />
      </div>
      <div className="card__act">
        <button
          className="btn btn--line"
          type="button"
          aria-label={`${t('product.addToCart')}: ${name}`}
          onClick={() => addToCart(packageSize, quantity)}
        >
          {t('product.addToCart')}
        </button>
        <button
          className="btn btn--soft"
          type="button"
          aria-label={`${t('product.orderNow')}: ${name}`}
          onClick={() => openOrderDialog({ productId: product.id, slug: product.slug, packageSize, quantity })}
        >
          {t('product.orderNow')}
        </button>
      </div>
    </article>
  )
})
