import type { PackageSize } from '@tsedra/contract/packages'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { openOrder } from '../shared/order-request.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LikeButton } from '../favourites/LikeButton.tsx'
import { PackageChoice } from './PackageChoice.tsx'
import { cardSizes, rowSizes } from '../catalogue/picture-sizes.ts'
import { Price } from '../catalogue/Price.tsx'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import type { Product } from '../catalogue/queries.ts'
import { Stepper } from '../shared/ui/Stepper.tsx'
import { textsOf } from '../catalogue/texts.ts'
import { toneOf } from '@tsedra/contract/tone'
import { useAddToCart } from './use-add-to-cart.ts'
import { usePackage } from './use-package.ts'

interface Props {
  product: Product
  rows?: boolean
  /** The package that is looked for; another one may be chosen. */
  packageSize?: PackageSize | undefined
}

/** A product in a grid; the price is of the chosen package. A list that is asked for anew draws only cards that have changed. */
export const ProductCard = memo(function ProductCard({ product, rows = false, packageSize: wanted }: Props) {
  const t = useTranslations()
  const { texts, lang } = textsOf(product.translations, useLanguage())
  const { packageSize, setPackageSize, quantity, setQuantity, priceOf } = usePackage(product, wanted)
  const addToCart = useAddToCart(product)
  const name = texts?.name ?? product.slug
  const path = `/product/${product.slug}`

  return (
    <article className="card" data-tone={toneOf(product.slug)}>
      <Link className="plate card__plate" to={path} aria-label={`${t('product.quickView')}: ${name}`}>
        <ProductPicture imageUrl={product.imageUrl} alt="" sizes={rows ? rowSizes : cardSizes} />
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
        <PackageChoice sizes={product.availablePackages} chosen={packageSize} onChoose={setPackageSize} />
      </div>
      <div className="card__sum">
        <Price kopiykas={priceOf(packageSize)} />
        <Stepper quantity={quantity} onChange={setQuantity} />
      </div>
      <div className="card__act">
        <button className="btn btn--line" type="button" onClick={() => addToCart(packageSize, quantity)}>
          {t('product.addToCart')}
        </button>
        <button
          className="btn btn--soft"
          type="button"
          onClick={() => openOrder({ productId: product.id, slug: product.slug, packageSize, quantity })}
        >
          {t('product.orderNow')}
        </button>
      </div>
    </article>
  )
})
