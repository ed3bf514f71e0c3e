import { formatPackage, type PackageSize } from '@tsedra/contract/packages'
import { pickTone } from '@tsedra/contract/tone'
import { useTranslations } from 'use-intl'
import { Money } from '../../catalogue/Price.tsx'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import type { Product } from '../../catalogue/queries.ts'
import { StockText } from '../../catalogue/StockText.tsx'
import { selectTexts } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { unitPrice } from '@tsedra/contract/money'

interface Props {
  product: Product
  packageSize: PackageSize
  /** Packages in the order. */
  quantity: number
  isDisabled: boolean
  onAdd: () => void
}

/** A product of the picker as a button that adds one package of it. */
export function PickerRow({ product, packageSize, quantity, isDisabled, onAdd }: Props) {
  const t = useTranslations('order.picker')
  const language = useLanguage()
  const { texts, lang } = selectTexts(product.translations, language)
  return (
    <li data-tone={pickTone(product.slug)}>
      <button type="button" className="picker-row" disabled={isDisabled} onClick={onAdd}>
        <span className="plate">
          <ProductPicture imageUrl={product.imageUrl} alt="" sizes="48px" />
        </span>
        <span className="picker-row__text">
          <span className="two-lines" lang={lang}>
            {texts?.name ?? product.slug}
          </span>
          <span className="sm muted">
            {formatPackage(packageSize, language)} · <Money kopiykas={unitPrice(product, packageSize)} />{' '}
            <StockText product={product} packageSize={packageSize} />
          </span>
        </span>
        <span className="picker-row__add">
          {quantity > 0 && (
            <>
              <span aria-hidden="true">× {quantity}</span>
              <span className="visually-hidden">{t('inOrder', { quantity })}</span>
            </>
          )}
          <Icon name="plus" size="i--sm" />
        </span>
      </button>
    </li>
  )
}
