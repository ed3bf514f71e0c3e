import { parseMoney, unitPrice } from '@tsedra/contract/money'
import { resolvePackagePrices, sortPackages } from '@tsedra/contract/package-prices'
import { formatPackage, type PackageSize } from '@tsedra/contract/packages'
import { useController, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { formatMultiplier } from './format-multiplier.ts'
import { useShopPackages } from './use-packages.ts'

interface Props {
  /** Its neighbours are `price` and `availablePackages`. */
  name: string
  label: string
}

/** The price of each package in which the product is sold: what the typed values result in, and a price of its own. */
export function PackagePricesField({ name, label }: Props) {
  const packages = useShopPackages()
  const entity = name.slice(0, name.lastIndexOf('.'))
  const [price, availablePackages, packagePrices] = useWatch({
    name: [`${entity}.price`, `${entity}.availablePackages`, name],
  }) as [string, PackageSize[], Record<PackageSize, string>]
  const validPrices = Object.fromEntries(Object.entries(packagePrices).filter(([, own]) => parseMoney(own)))
  const resolved = {
    price,
    packagePrices: resolvePackagePrices({ price, availablePackages, packagePrices: validPrices }, packages),
  }
  return (
    <fieldset className="field">
      <legend className="field__label">{label}</legend>
      <div className="two">
        {sortPackages(availablePackages, packages).map((size) => (
          <PackagePrice
            key={size}
            name={`${name}.${size}`}
            size={size}
            result={unitPrice(resolved, size)}
            multiplier={
              validPrices[size] === undefined
                ? packages.find((candidate) => candidate.size === size)?.multiplier
                : undefined
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

interface PackagePriceProps {
  name: string
  size: PackageSize
  /** In kopiykas. */
  result: number
  /** Undefined when the price is the product's own. */
  multiplier: string | undefined
}

function PackagePrice({ name, size, result, multiplier }: PackagePriceProps) {
  const t = useTranslations('admin.form')
  const language = useLanguage()
  const { field, fieldState } = useController({ name })
  const price = formatMoney(result, language)
  return (
    <Field
      label={formatPackage(size, language)}
      optionalLabel={t('optional')}
      inputMode="decimal"
      autoComplete="off"
      value={String(field.value ?? '')}
      hint={
        multiplier
          ? t('priceByMultiplier', { price, multiplier: formatMultiplier(multiplier, language) })
          : t('priceOfItsOwn', { price })
      }
      error={fieldState.error && t('wrong.price')}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
