import { formatPackage } from '@tsedra/contract/packages'
import { useQueryClient } from '@tanstack/react-query'
import type { StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { MAX_ORDER_LINES } from '@tsedra/contract/order-lines'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { QuantityField } from '../../../shared/ui/QuantityField.tsx'
import { Money } from '../../../catalogue/Price.tsx'
import { type Product, productQuery } from '../../../catalogue/queries.ts'
import { useCurrentProducts } from '../../../orders/reorder/use-current-products.ts'
import { getName } from '../../../catalogue/translations.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { showToast } from '../../../shared/toasts.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { ProductCombobox } from '../../form/ProductCombobox.tsx'
import { type DraftLine, type LineProduct, packagesOf, priceOf } from './contents-form.ts'

/** The lines of an order that staff amend or enter, with a search that adds products. */
export function DraftLinesField() {
  const t = useTranslations('desk.contents')
  const language = useLanguage()
  const client = useQueryClient()
  const { field, fieldState } = useController<{ items: DraftLine[] }, 'items'>({ name: 'items' })
  const { products } = useCurrentProducts(field.value)
  // Lines of the order have no product of their own: what is sold today decides on their packages.
  const lines = field.value.map((line) => {
    const sold = line.product ? undefined : products?.get(line.slug ?? '')
    return sold ? { ...line, product: toLineProduct(sold) } : line
  })

  async function add({ slug }: StaffProductRow): Promise<void> {
    try {
      const sold = await client.fetchQuery(productQuery(slug, language))
      const [packageSize] = sold.availablePackages
      if (!packageSize) return
      const name = getName(sold, language)
      const line = { key: crypto.randomUUID(), slug, name, packageSize, quantity: 1, product: toLineProduct(sold) }
      field.onChange([...lines, line])
    } catch {
      showToast({ kind: 'bad', title: t('searchFailed') })
    }
  }
  return (
    <fieldset className="field amended-lines">
      <legend className="field__label">{t('lines')}</legend>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <Line
              key={line.key}
              line={line}
              onChange={(changed) => field.onChange(lines.map((other) => (other.key === line.key ? changed : other)))}
              onRemove={() => field.onChange(lines.filter(({ key }) => key !== line.key))}
            />
          ))}
        </ul>
      )}
      {lines.length < MAX_ORDER_LINES && <ProductCombobox label={t('addProduct')} onSelect={(row) => void add(row)} />}
      {fieldState.error && (
        <p className="field__error">
          <Icon name="circle-alert" />
          {t(lines.length === 0 ? 'noLines' : 'wrongLine')}
        </p>
      )}
    </fieldset>
  )
}

const toLineProduct = ({ id, price, packagePrices, availablePackages: packages }: Product): LineProduct => ({
  id,
  price,
  packagePrices,
  packages,
})

interface LineProps {
  line: DraftLine
  onChange: (line: DraftLine) => void
  onRemove: () => void
}

function Line({ line, onChange, onRemove }: LineProps) {
  const t = useTranslations('desk.contents')
  const language = useLanguage()
  const id = useId()
  const { name, packageSize, quantity } = line
  const sizes = packagesOf(line)
  return (
    <li>
      <b id={id}>{name}</b>
      <button type="button" className="icon-btn" aria-label={t('remove', { name })} onClick={onRemove}>
        <Icon name="x" size="i--sm" />
      </button>
      <div className="select">
        <select
          className="input"
          aria-label={t('packageOf', { name })}
          value={packageSize}
          onChange={({ target }) =>
            onChange({ ...line, packageSize: sizes.find((size) => size === target.value) ?? packageSize })
          }
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {formatPackage(size, language)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      <QuantityField
        itemName={name}
        quantity={quantity}
        disabled={false}
        onChange={(next) => (next === 0 ? onRemove() : onChange({ ...line, quantity: next }))}
      />
      <span className="amended-lines__sum">
        <Money kopiykas={priceOf(line) * quantity} />
      </span>
    </li>
  )
}
