import { parseMoney, unitPrice } from '@tsedra/contract/money'
import { packageSizes } from '@tsedra/contract/packages'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { QuantityStepper } from '../shared/ui/QuantityStepper.tsx'
import { formatMoney, formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import type { OrderableLine } from './order-form.ts'
import { useLineStock } from './use-line-stock.ts'

interface Props {
  line: OrderableLine
  disabled: boolean
  onChange: (changed: { packageSize: OrderableLine['packageSize'] } | { quantity: number }) => void
}

/** Selects package size and quantity of an order with a single line. */
export function PackageAndQuantity({ line: { product, packageSize, quantity }, disabled, onChange }: Props) {
  const t = useTranslations('product')
  const language = useLanguage()
  const id = useId()
  const describeStock = useLineStock(product.slug)
  const base = parseMoney(product.price) ?? 0
  const soldSizes = packageSizes.filter((size) => product.availablePackages.includes(size))
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('package')}
      </label>
      <div className="package-and-quantity">
        <div className="select">
          <select
            id={id}
            className="input"
            value={packageSize}
            disabled={disabled}
            onChange={({ target }) =>
              onChange({ packageSize: soldSizes.find((size) => size === target.value) ?? packageSize })
            }
          >
            {soldSizes.map((size) => (
              <option key={size} value={size}>
                {[formatPackage(size, language), formatMoney(unitPrice(base, size), language), describeStock(size)]
                  .filter(Boolean)
                  .join(' — ')}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
        <fieldset disabled={disabled}>
          <QuantityStepper quantity={quantity} onChange={(next) => onChange({ quantity: next })} />
        </fieldset>
      </div>
    </div>
  )
}
