import type { PackageSize } from '@tsedra/contract/packages'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { openOrderDialog } from '../shared/order-dialog-state.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LikeButton } from '../favourites/LikeButton.tsx'
import { PackageSelect } from './PackageSelect.tsx'
import { cardSizes, rowSizes } from '../catalogue/picture-sizes.ts'
import { Price } from '../catalogue/Price.tsx'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import type { Product } from '../catalogue/queries.ts'
import { QuantityStepper } from '../shared/ui/QuantityStepper.tsx'
import { selectTexts } from '../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import { useAddToCart } from './use-add-to-cart.ts'
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
  const { texts, lang } = selectTexts(product.translations, useLanguage())
  const { packageSize, setPackageSize, quantity, setQuantity, getPrice } = usePackageSelection(
    product,
    preferredPackage,
  )
  const addToCart = useAddToCart(product)
  const name = texts?.name ?? product.slug
  const path = `/product/${product.slug}`

  return (
    <article className="card" data-tone={pickTone(product.slug)}>
      <Link className="plate card__plate" to={path} aria-label={`${t('product.quickView')}: ${name}`}>
        <ProductPicture imageUrl={product.imageUrl} alt="" sizes={isRowLayout ? rowSizes : cardSizes} />
        <span className="card__quick">
          <Icon name="eye" size="i--sm" />
          {t('product.quickView')}
        </span>
      </Link>
      <div className="card__fav">
        <LikeButton product={product} name={name} />
      </div>
      <h3 className="card__name serif" lang={lang}>
        <Link to={path}>{name}</Link>
      </h3>
      <p className="card__note" lang={lang}>
        {texts?.shortDescription}
      </p>
      <div className="card__seg">
        <PackageSelect sizes={product.availablePackages} selected={packageSize} onChange={setPackageSize} />
      </div>
      <div className="card__sum">
        <Price kopiykas={getPrice(packageSize)} />
        <QuantityStepper quantity={quantity} onChange={setQuantity} />
      </div>
      <div className="card__act">
        <button className="btn btn--line" type="button" onClick={() => addToCart(packageSize, quantity)}>
          {t('product.addToCart')}
        </button>
        <button
          className="btn btn--soft"
          type="button"
          onClick={() => openOrderDialog({ productId: product.id, slug: product.slug, packageSize, quantity })}
        >
          {t('product.orderNow')}
        </button>
      </div>
    </article>
  )
})
