import { formatPackage } from '@tsedra/contract/packages'
import { useQueryClient } from '@tanstack/react-query'
import { parseMoney } from '@tsedra/contract/money'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { type ListFilters, clearedFilters } from '../use-list-filters.ts'
import { getShopPackages } from './shop-packages.ts'
import '../../shared/ui/checkbox.css'

/** The drawer with the package, price and featured filters, which apply on submit. */
export function FilterDrawer({ listFilters, onClose }: { listFilters: ListFilters; onClose: () => void }) {
  const t = useTranslations('list')
  const { filter, getParam, update } = listFilters
  const [packageSize, setPackageSize] = useState<string>(filter.package ?? '')
  const [from, setFrom] = useState(getParam('from'))
  const [to, setTo] = useState(getParam('to'))
  const [isFeatured, setIsFeatured] = useState(filter.featured === true)

  function applyFilters(event: FormEvent): void {
    event.preventDefault()
    if (isInvalidPrice(from) || isInvalidPrice(to)) return
    const [minPrice, maxPrice] = sortPrices(from.trim(), to.trim())
    update({ package: packageSize, from: minPrice, to: maxPrice, featured: isFeatured ? '1' : '' })
    onClose()
  }

  function clearFilters(): void {
    update(clearedFilters)
    onClose()
  }

  return (
    <Dialog title={t('filters')} variant="drawer" hasOwnBody onClose={onClose}>
      <form className="contents" onSubmit={applyFilters} noValidate>
        <div className="drawer__body filters">
          <PackageFilter selected={packageSize} onChange={setPackageSize} />
          <fieldset className="filters__prices">
            <legend className="field__label">{t('price')}</legend>
            <PriceField label={t('fromLabel')} value={from} onChange={setFrom} />
            <PriceField label={t('toLabel')} value={to} onChange={setTo} />
            <p className="field__hint">{t('priceHint')}</p>
          </fieldset>
          <label className="check">
            <input type="checkbox" checked={isFeatured} onChange={({ target }) => setIsFeatured(target.checked)} />
            {t('featured')}
          </label>
        </div>
        <div className="drawer__foot">
          <button type="submit" className="btn btn--primary btn--lg">
            {t('show')}
          </button>
          <button type="button" className="btn btn--quiet" onClick={clearFilters}>
            {t('clear')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function PackageFilter({ selected, onChange }: { selected: string; onChange: (size: string) => void }) {
  const t = useTranslations('list')
  const language = useLanguage()
  const packages = getShopPackages(useQueryClient())
  const sizes = [['', t('anyPackage')], ...packages.map((size) => [size, formatPackage(size, language)])] as const
  return (
    <fieldset className="field">
      <legend className="field__label">{t('package')}</legend>
      <div className="seg">
        {sizes.map(([size = '', label]) => (
          <label key={size}>
            <input type="radio" name="package" checked={size === selected} onChange={() => onChange(size)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function PriceField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useTranslations('list')
  return (
    <Field
      {...props}
      optionalLabel=""
      inputMode="decimal"
      maxLength={12}
      error={isInvalidPrice(props.value) ? t('wrongPrice') : undefined}
    />
  )
}

const isInvalidPrice = (price: string): boolean => price.trim() !== '' && parseMoney(price) === undefined

/** Returns the lower price first, if both are given. */
function sortPrices(from: string, to: string): [from: string, to: string] {
  const isReversed = from !== '' && to !== '' && (parseMoney(from) ?? 0) > (parseMoney(to) ?? 0)
  return isReversed ? [to, from] : [from, to]
}
