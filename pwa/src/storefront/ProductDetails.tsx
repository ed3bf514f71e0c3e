import { useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { usePerson } from '../session/person.ts'
import { Count, withCount } from '../shared/ui/Count.tsx'
import { openOrder } from '../shared/order-request.ts'
import { openPanel } from '../shared/panels.ts'
import { formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { Gallery } from './Gallery.tsx'
import { LikeButton } from '../favourites/LikeButton.tsx'
import { useLikesCount } from '../catalogue/likes-count.ts'
import { PackageChoice } from './PackageChoice.tsx'
import { Price } from '../catalogue/Price.tsx'
import type { Product } from '../catalogue/queries.ts'
import { shareProduct } from './share-product.ts'
import { Stepper } from '../shared/ui/Stepper.tsx'
import { nameOf, textsOf } from '../catalogue/texts.ts'
import { toneOf } from '@tsedra/contract/tone'
import { useAddToCart } from './use-add-to-cart.ts'
import { usePackage } from './use-package.ts'

/** Names of more characters than this are set smaller: five lines of a headline push the price off the screen. */
const LONG_NAME = 40

export function ProductDetails({ product }: { product: Product }) {
  const t = useTranslations()
  const language = useLanguage()
  const navigate = useNavigate()
  const { texts, lang } = textsOf(product.translations, language)
  const { packageSize, setPackageSize, quantity, setQuantity, total, priceOf } = usePackage(product)
  const addToCart = useAddToCart(product)
  const inCart = usePerson()?.inCart ?? 0
  const likes = useLikesCount(product)
  const name = nameOf(product, language)
  const home = product.category ? `/category/${product.category.slug}` : '/'

  const order = () => openOrder({ productId: product.id, slug: product.slug, packageSize, quantity })
  const toCart = () => addToCart(packageSize, quantity)
  // Opened by a link from outside there is nothing to go back to.
  const back = () => void (history.state?.idx > 0 ? navigate(-1) : navigate(home))

  return (
    <article className="prod" data-tone={toneOf(product.slug)}>
      <div className="prod__side">
        <Gallery pictures={[product.imageUrl, ...product.galleryImages]} name={name}>
          <button type="button" className="ibtn ibtn--solid prod__back" aria-label={t('action.back')} onClick={back}>
            <Icon name="arrow-left" />
          </button>
          <div className="prod__fav">
            <LikeButton product={product} name={name} />
          </div>
        </Gallery>
      </div>
      <div className="prod__info">
        {product.category && (
          <Link className="prod__cat" to={home}>
            {nameOf(product.category, language)}
          </Link>
        )}
        <h1 className={`serif ${name.length > LONG_NAME ? 't-3' : 't-4'}`} lang={lang}>
          {name}
        </h1>
        <p className="prod__likes">
          <Icon name="heart" />
          {t('product.likes', { count: likes })}
          <button
            type="button"
            className="btn btn--quiet btn--sm prod__share"
            onClick={() => void shareProduct(name, t('notice.linkCopied'))}
          >
            <Icon name="share" size="i--sm" />
            {t('product.share')}
          </button>
        </p>
        <div className="prod__packs">
          <PackageChoice
            sizes={product.availablePackages}
            chosen={packageSize}
            onChoose={setPackageSize}
            priceOf={priceOf}
          />
        </div>
        <div className="prod__sum" data-testid="product-total">
          <Price kopiykas={total} large />
          <Stepper quantity={quantity} onChange={setQuantity} />
        </div>
        <div className="prod__act">
          <button type="button" className="btn btn--primary btn--lg" onClick={order}>
            {t('product.orderNow')}
          </button>
          <button type="button" className="btn btn--line btn--lg" onClick={toCart}>
            <Icon name="shopping-bag" size="i--sm" />
            {t('product.addToCart')}
          </button>
        </div>
        <p className="prod__promise">
          <Icon name="message-circle" />
          <span>{t('product.promise')}</span>
        </p>
        <div className="prod__desc">
          <p lang={lang}>{texts?.description ?? texts?.shortDescription}</p>
          <p className="muted">{t('product.claims')}</p>
        </div>
      </div>
      <div className="buybar" data-testid="buy-bar">
        <div className="buybar__p">
          <small>
            {formatPackage(packageSize, language)} × {quantity}
          </small>
          <Price kopiykas={total} />
        </div>
        <button type="button" className="btn btn--primary" onClick={order}>
          {t('product.orderNow')}
        </button>
        <button
          type="button"
          className="ibtn"
          aria-label={withCount(t('nav.cart'), inCart)}
          onClick={() => openPanel('cart')}
        >
          <Icon name="shopping-bag" />
          <Count of={inCart} />
        </button>
      </div>
    </article>
  )
}
