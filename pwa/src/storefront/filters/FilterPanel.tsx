import { packageSizes } from '@tsedra/contract/packages'
import { parseMoney } from '@tsedra/contract/money'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatPackage } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { type Chosen, noFilters } from '../chosen.ts'
import '../../shared/ui/checkbox.css'

/** Package, price and what the shop recommends; nothing is done before it is confirmed. */
export function FilterPanel({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const t = useTranslations('list')
  const { filter, text, change } = chosen
  const [packageSize, setPackageSize] = useState<string>(filter.package ?? '')
  const [from, setFrom] = useState(text('from'))
  const [to, setTo] = useState(text('to'))
  const [featured, setFeatured] = useState(filter.featured === true)
  const language = useLanguage()

  const wrong = (price: string) => (price.trim() && parseMoney(price) === undefined ? t('wrongPrice') : undefined)

  function confirm(event: FormEvent): void {
    event.preventDefault()
    if (wrong(from) || wrong(to)) return
    const prices = [from.trim(), to.trim()] as const
    const [low, high] = prices.every(Boolean)
      ? prices.toSorted((a, b) => (parseMoney(a) ?? 0) - (parseMoney(b) ?? 0))
      : prices
    change({ package: packageSize, from: low ?? '', to: high ?? '', featured: featured ? '1' : '' })
    onClose()
  }

  const sizes = [['', t('anyPackage')], ...packageSizes.map((size) => [size, formatPackage(size, language)])] as const
  return (
    <Dialog title={t('filters')} shape="drawer" bare onClose={onClose}>
      <form className="contents" onSubmit={confirm} noValidate>
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
              optional=""
              inputMode="decimal"
              maxLength={12}
              value={from}
              error={wrong(from)}
              onChange={setFrom}
            />
            <Field
              label={t('toLabel')}
              optional=""
              inputMode="decimal"
              maxLength={12}
              value={to}
              error={wrong(to)}
              onChange={setTo}
            />
            <p className="field__hint">{t('priceHint')}</p>
          </fieldset>
          <label className="check">
            <input type="checkbox" checked={featured} onChange={({ target }) => setFeatured(target.checked)} />
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
              change(noFilters)
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
