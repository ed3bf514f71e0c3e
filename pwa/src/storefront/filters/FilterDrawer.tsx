import { packageSizes } from '@tsedra/contract/packages'
import { parseMoney } from '@tsedra/contract/money'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatPackage } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { type ListFilters, clearedFilters } from '../use-list-filters.ts'
import '../../shared/ui/checkbox.css'

/** The drawer with the package, price and featured filters, which apply on submit. */
export function FilterDrawer({ listFilters, onClose }: { listFilters: ListFilters; onClose: () => void }) {
  const t = useTranslations('list')
  const { filter, getParam, update } = listFilters
  const [packageSize, setPackageSize] = useState<string>(filter.package ?? '')
  const [from, setFrom] = useState(getParam('from'))
  const [to, setTo] = useState(getParam('to'))
  const [isFeatured, setIsFeatured] = useState(filter.featured === true)
  const language = useLanguage()

  const getPriceError = (price: string) =>
    price.trim() && parseMoney(price) === undefined ? t('wrongPrice') : undefined

  function applyFilters(event: FormEvent): void {
    event.preventDefault()
    if (getPriceError(from) || getPriceError(to)) return
    const prices = [from.trim(), to.trim()] as const
    const [minPrice, maxPrice] = prices.every(Boolean)
      ? prices.toSorted((a, b) => (parseMoney(a) ?? 0) - (parseMoney(b) ?? 0))
      : prices
    update({ package: packageSize, from: minPrice ?? '', to: maxPrice ?? '', featured: isFeatured ? '1' : '' })
    onClose()
  }

  const sizes = [['', t('anyPackage')], ...packageSizes.map((size) => [size, formatPackage(size, language)])] as const
  return (
    <Dialog title={t('filters')} variant="drawer" hasOwnBody onClose={onClose}>
      <form className="contents" onSubmit={applyFilters} noValidate>
        <div className="drawer__body filters">
          <fieldset className="field">
            <legend className="field__label">{t('package')}</legend>
            <div className="seg">
              {sizes.map(([size = '', label]) => (
                <label key={size}>
                  <input
                    type="radio"
                    name="package"
                    checked={size === packageSize}
                    onChange={() => setPackageSize(size)}
                  />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
          <fieldset className="filters__prices">
            <legend className="field__label">{t('price')}</legend>
            <Field
              label={t('fromLabel')}
              optionalLabel=""
              inputMode="decimal"
              maxLength={12}
              value={from}
              error={getPriceError(from)}
              onChange={setFrom}
            />
            <Field
              label={t('toLabel')}
              optionalLabel=""
              inputMode="decimal"
              maxLength={12}
              value={to}
              error={getPriceError(to)}
              onChange={setTo}
            />
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
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => {
              update(clearedFilters)
              onClose()
            }}
          >
            {t('clear')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
