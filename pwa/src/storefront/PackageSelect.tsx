import { formatPackage, type PackageSize } from '@tsedra/contract/packages'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../shared/i18n/language.ts'
import { Price } from '../catalogue/Price.tsx'

interface Props {
  /** In the shop's order. */
  sizes: readonly PackageSize[]
  selected: PackageSize
  onChange: (size: PackageSize) => void
  /** Shows the price of each size. */
  getPrice?: (size: PackageSize) => number
  /** Shows a note below the price of each size. */
  getNote?: ((size: PackageSize) => ReactNode) | undefined
  /** Name of the product, for the accessible name where a screen has several selections. */
  product?: string
}

/** A selection of the available package sizes. */
export function PackageSelect({ sizes, selected, onChange, getPrice, getNote, product }: Props) {
  const t = useTranslations('product')
  const language = useLanguage()
  const name = useId()
  return (
    <fieldset className={getPrice ? 'package-cards' : 'seg'}>
      <legend className="visually-hidden">{product ? `${t('package')}: ${product}` : t('package')}</legend>
      {sizes.map((size) => (
        <label key={size}>
          <input type="radio" name={name} checked={size === selected} onChange={() => onChange(size)} />
          {getPrice ? (
            <>
              <b>{formatPackage(size, language)}</b>
              <span>
                <Price kopiykas={getPrice(size)} />
              </span>
              {getNote?.(size)}
            </>
          ) : (
            formatPackage(size, language)
          )}
        </label>
      ))}
    </fieldset>
  )
}
