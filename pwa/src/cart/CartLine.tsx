import { formatPackage } from '@tsedra/contract/packages'
import { unitPrice } from '@tsedra/contract/money'
import { useTranslations } from 'use-intl'
import { closeOverlay } from '../shared/overlay-state.ts'
import { StockText } from '../catalogue/lazy-stock-text.ts'
import { Money, Price } from '../catalogue/Price.tsx'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { selectTexts } from '../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { MountWhenIdle } from '../shared/ui/MountWhenIdle.tsx'
import { QuantityField } from '../shared/ui/QuantityField.tsx'
import { costOf, type CartLineData } from './cart-lines.ts'

interface Props {
  line: CartLineData
  readOnly: boolean
  /** 0 removes the line. */
  onQuantity: (quantity: number) => void
}

/** One package of a product in the cart. */
export function CartLine({ line, readOnly, onQuantity }: Props) {
  const t = useTranslations('cart')
  const language = useLanguage()
  const { product, packageSize, quantity, available } = line
  const { texts, lang } = selectTexts(product.translations, language)
  const name = texts?.name ?? product.slug
  const size = formatPackage(packageSize, language)
  const to = `/product/${product.slug}`
  return (
    <li className="cart-line" data-tone={pickTone(product.slug)}>
      <Link className="plate" to={to} tabIndex={-1} aria-hidden="true" onClick={closeOverlay}>
        <ProductPicture imageUrl={product.imageUrl} alt="" sizes="84px" />
      </Link>
      <div>
        <h3 className="cart-line__name serif" lang={lang}>
          <Link to={to} onClick={closeOverlay}>
            {name}
          </Link>
        </h3>
        <p className="cart-line__meta">
          {size} · <Money kopiykas={unitPrice(product, packageSize)} />
        </p>
        {available && product.stock?.[packageSize] && (
          <p className="cart-line__stock">
            <MountWhenIdle>
              <StockText product={product} packageSize={packageSize} />
            </MountWhenIdle>
          </p>
        )}
        {!available && (
          <p className="cart-line__unavailable">
            <Icon name="circle-alert" size="i--sm" />
            {t('notSold')}
          </p>
        )}
      </div>
      <button
        type="button"
        className="icon-btn icon-btn--sm"
        aria-label={`${t('remove')}: ${name}, ${size}`}
        disabled={readOnly}
        onClick={() => onQuantity(0)}
      >
        <Icon name="trash-2" />
      </button>
      <div className="cart-line__actions">
        <QuantityField itemName={`${name}, ${size}`} quantity={quantity} disabled={readOnly} onChange={onQuantity} />
        <output>
          <Price kopiykas={costOf(line)} />
        </output>
      </div>
    </li>
  )
}
