import { unitPrice } from '@tsedra/contract/money'
import { formatPackage, type PackageSize } from '@tsedra/contract/packages'
import { pickTone } from '@tsedra/contract/tone'
import { useTranslations } from 'use-intl'
import { Price } from '../catalogue/Price.tsx'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { formatMoney } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { QuantityField } from '../shared/ui/QuantityField.tsx'
import type { LineChanges } from './form-lines.ts'
import { costOf } from './order-form.ts'
import type { OrderableLine } from './orderable-product.ts'
import { useLineStock } from './use-line-stock.ts'

interface Props {
  line: OrderableLine
  isDisabled: boolean
  /** Packages of this product in other lines: they cannot be selected here. */
  takenPackages: readonly PackageSize[]
  onChange: (changes: LineChanges) => void
  /** Absent for the only line of an order. */
  onRemove: (() => void) | undefined
}

/** One line of the order form: a product with its package, quantity, stock and price. */
export function OrderFormLine({ line, isDisabled, takenPackages, onChange, onRemove }: Props) {
  const t = useTranslations()
  const language = useLanguage()
  const { product, packageSize, quantity } = line
  const describeStock = useLineStock(product.slug)
  // A package that is not sold any more stays visible until another one is selected.
  const sizes = new Set([...product.availablePackages, packageSize])
  return (
    <li className="order-item" data-tone={pickTone(product.slug)}>
      <div className="plate">
        <ProductPicture imageUrl={product.imageUrl} alt="" sizes="76px" isEager />
      </div>
      <h3 className="serif">{product.name}</h3>
      {onRemove && (
        <button
          type="button"
          className="icon-btn icon-btn--sm"
          aria-label={`${t('order.lines.remove')}: ${product.name}, ${formatPackage(packageSize, language)}`}
          onClick={onRemove}
        >
          <Icon name="trash-2" />
        </button>
      )}
      <p>
        <span>{describeStock(packageSize)}</span>
        <output>
          <Price kopiykas={costOf(line)} />
        </output>
      </p>
      <div className="package-and-quantity">
        <div className="select">
          <select
            className="input"
            aria-label={`${t('product.package')}: ${product.name}`}
            value={packageSize}
            onChange={({ target }) => onChange({ packageSize: target.value })}
          >
            {[...sizes].map((size) => (
              <option key={size} value={size} disabled={takenPackages.includes(size)}>
                {[formatPackage(size, language), formatMoney(unitPrice(product, size), language), describeStock(size)]
                  .filter(Boolean)
                  .join(' — ')}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
        <QuantityField
          itemName={`${product.name}, ${formatPackage(packageSize, language)}`}
          quantity={quantity}
          min={1}
          disabled={isDisabled}
          onChange={(next) => onChange({ quantity: next })}
        />
      </div>
    </li>
  )
}
