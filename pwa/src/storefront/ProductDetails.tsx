import { formatPackage } from '@tsedra/contract/packages'
import { useNavigate } from '../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { withMessages } from '../shared/i18n/language.ts'
import { lazyComponent } from '../shared/lazy-component.ts'
import { MountWhenIdle } from '../shared/ui/MountWhenIdle.tsx'
import { CountBadge, labelWithCount } from '../shared/ui/CountBadge.tsx'
import { openOrderDialog } from '../shared/order-dialog-state.ts'
import { openOverlay } from '../shared/overlay-state.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { Gallery } from './Gallery.tsx'
import { LikeButton } from '../favourites/LikeButton.tsx'
import { useLikesCount } from '../catalogue/likes-count.ts'
import { PackageSelect } from './PackageSelect.tsx'
import { Price } from '../catalogue/Price.tsx'
import { PriceAge } from '../catalogue/PriceAge.tsx'
import type { Product } from '../catalogue/queries.ts'
import { StockText } from '../catalogue/lazy-stock-text.ts'
import { shareProduct } from './share-product.ts'
import { QuantityStepper } from '../shared/ui/QuantityStepper.tsx'
import { getName, selectTexts } from '../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import { useAddToCart } from './use-add-to-cart.ts'
import { usePackageSelection } from './use-package-selection.ts'

const PairedDrinks = lazyComponent(() =>
  withMessages('list', import('./drinks/PairedDrinks.tsx')).then(({ PairedDrinks }) => PairedDrinks),
)

const SliceCount = lazyComponent(() =>
  withMessages('list', import('./count/SliceCount.tsx')).then(({ SliceCount }) => SliceCount),
)

/** Names with more characters than this get a smaller size: five lines of a headline push the price off the screen. */
const LONG_NAME_LENGTH = 40

export function ProductDetails({ product }: { product: Product }) {
  const language = useLanguage()
  const { texts, lang } = selectTexts(product.translations, language)
  const selection = usePackageSelection(product)
  const { packageSize, quantity } = selection
  const name = getName(product, language)
  const categoryPath = product.category ? `/category/${product.category.slug}` : '/'
  const order = () => openOrderDialog({ productId: product.id, slug: product.slug, packageSize, quantity })

  return (
    <article className="product" data-tone={pickTone(product.slug)}>
      <div className="product__side">
        <Gallery pictures={[product.imageUrl, ...product.galleryImages]} name={name}>
          <BackButton fallbackPath={categoryPath} />
          <div className="product__fav">
            <LikeButton product={product} name={name} />
          </div>
        </Gallery>
      </div>
      <div className="product__info">
        {product.category && (
          <Link className="product__cat" to={categoryPath}>
            {getName(product.category, language)}
          </Link>
        )}
        <h1 className={`serif ${name.length > LONG_NAME_LENGTH ? 't-3' : 't-4'}`} lang={lang}>
          {name}
        </h1>
        <LikesAndShare product={product} name={name} />
        <PurchaseOptions product={product} selection={selection} onOrder={order} />
        <Description text={texts?.description ?? texts?.shortDescription} lang={lang} />
        {product.drinks && product.drinks.length > 0 && (
          <div className="product__drinks">
            <MountWhenIdle>
              <PairedDrinks slugs={product.drinks} />
            </MountWhenIdle>
          </div>
        )}
      </div>
      <BuyBar selection={selection} onOrder={order} />
    </article>
  )
}

function BackButton({ fallbackPath }: { fallbackPath: string }) {
  const t = useTranslations('action')
  const navigate = useNavigate()
  // Opened by an external link, the page has no history to go back to.
  const goBack = () => (history.state?.idx > 0 ? navigate(-1) : navigate(fallbackPath))
  return (
    <button type="button" className="icon-btn icon-btn--solid product__back" aria-label={t('back')} onClick={goBack}>
      <Icon name="arrow-left" />
    </button>
  )
}

/** The number of likes, unless it is 0, and the share button. */
function LikesAndShare({ product, name }: { product: Product; name: string }) {
  const t = useTranslations()
  const likes = useLikesCount(product)
  return (
    <p className="product__likes">
      {likes > 0 && (
        <>
          <Icon name="heart" />
          {t('product.likes', { count: likes })}
        </>
      )}
      <button
        type="button"
        className="btn btn--quiet btn--sm product__share"
        onClick={() => void shareProduct(name, t('notice.linkCopied'))}
      >
        <Icon name="share" size="i--sm" />
        {t('product.share')}
      </button>
    </p>
  )
}

interface PurchaseProps {
  selection: ReturnType<typeof usePackageSelection>
  onOrder: () => void
}

/** Package size, quantity and total, with the buttons that order or add to the cart. */
function PurchaseOptions({ product, selection, onOrder }: PurchaseProps & { product: Product }) {
  const t = useTranslations('product')
  const { packageSize, setPackageSize, quantity, setQuantity, total, getPrice } = selection
  const addToCart = useAddToCart(product)
  return (
    <>
      <div className="product__packs">
        <PackageSelect
          sizes={product.availablePackages}
          selected={packageSize}
          onChange={setPackageSize}
          getPrice={getPrice}
          getNote={
            product.stock &&
            ((size) => (
              <small>
                <MountWhenIdle>
                  <StockText product={product} packageSize={size} />
                </MountWhenIdle>
              </small>
            ))
          }
        />
      </div>
      <div className="product__sum" data-testid="product-total">
        <Price kopiykas={total} isLarge />
        <QuantityStepper quantity={quantity} onChange={setQuantity} />
      </div>
      <PriceAge />
      {product.slicesPer50g && (
        <div className="product__count">
          <MountWhenIdle>
            <SliceCount
              product={product}
              slicesPer50g={product.slicesPer50g}
              packageSize={packageSize}
              quantity={quantity}
              packagePrice={getPrice(packageSize)}
            />
          </MountWhenIdle>
        </div>
      )}
      <div className="product__act">
        <button type="button" className="btn btn--primary btn--lg" onClick={onOrder}>
          {t('orderNow')}
        </button>
        <button type="button" className="btn btn--line btn--lg" onClick={() => addToCart(packageSize, quantity)}>
          <Icon name="shopping-bag" size="i--sm" />
          {t('addToCart')}
        </button>
      </div>
    </>
  )
}

function Description({ text, lang }: { text: string | null | undefined; lang: string | undefined }) {
  const t = useTranslations('product')
  return (
    <>
      <p className="product__promise">
        <Icon name="message-circle" />
        <span>{t('promise')}</span>
      </p>
      <div className="product__desc">
        <p lang={lang}>{text}</p>
        <p className="muted">{t('claims')}</p>
      </div>
    </>
  )
}

/** The bar at the bottom of the screen, instead of the bottom navigation. */
function BuyBar({ selection: { packageSize, quantity, total }, onOrder }: PurchaseProps) {
  const t = useTranslations()
  const language = useLanguage()
  const cartCount = useCurrentUser()?.inCart ?? 0
  return (
    <div className="buy-bar" data-testid="buy-bar">
      <div className="buy-bar__total">
        <small>
          {formatPackage(packageSize, language)} × {quantity}
        </small>
        <Price kopiykas={total} />
      </div>
      <button type="button" className="btn btn--primary" onClick={onOrder}>
        {t('product.orderNow')}
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label={labelWithCount(t('nav.cart'), cartCount)}
        onClick={() => openOverlay('cart')}
      >
        <Icon name="shopping-bag" />
        <CountBadge count={cartCount} />
      </button>
    </div>
  )
}
