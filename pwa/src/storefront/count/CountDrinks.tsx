import { formatPackage } from '@tsedra/contract/packages'
import { unitPrice } from '@tsedra/contract/money'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Price } from '../../catalogue/Price.tsx'
import type { Product } from '../../catalogue/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { openOrderDialog } from '../../shared/order-dialog-state.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { DrinkCountField, parseDrinkCount } from './DrinkCountField.tsx'
import { countOrderableSlices, type PackagePlan, planPackages } from './plan-packages.ts'
import { slicesIn } from './slices.ts'
import './count.css'

const DEFAULT_DRINKS = '50'
const slicesPerDrinkOptions = [1, 2, 3] as const

interface Props {
  product: Product
  slicesPer50g: number
  onClose: () => void
}

/** A sheet that turns a number of drinks into the cheapest packages, and orders them. */
export function CountDrinks({ product, slicesPer50g, onClose }: Props) {
  const t = useTranslations('count')
  const [typed, setTyped] = useState(DEFAULT_DRINKS)
  const [slicesPerDrink, setSlicesPerDrink] = useState<number>(slicesPerDrinkOptions[0])
  const offers = product.availablePackages.map((size) => ({
    size,
    slices: slicesIn(size, slicesPer50g),
    price: unitPrice(product, size),
  }))
  const drinks = parseDrinkCount(typed)
  const plan = drinks === undefined ? undefined : planPackages(drinks * slicesPerDrink, offers)

  function orderPlan(): void {
    if (!plan) return
    onClose()
    orderPackages(product, plan)
  }

  const orderButton = (
    <button type="button" className="btn btn--primary btn--lg btn--full" disabled={!plan} onClick={orderPlan}>
      {t('order')}
    </button>
  )
  return (
    <Dialog title={t('plan')} onClose={onClose} footer={orderButton}>
      <DrinkCountField typed={typed} onChange={setTyped} />
      <SlicesPerDrink label={t('piecesPerDrink')} selected={slicesPerDrink} onChange={setSlicesPerDrink} />
      <div className="count-plan" role="status">
        {plan ? (
          <Plan plan={plan} />
        ) : (
          <p>
            {drinks === undefined
              ? t('enter')
              : t('tooMany', { max: Math.floor(countOrderableSlices(offers) / slicesPerDrink) })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

interface SlicesPerDrinkProps {
  label: string
  selected: number
  onChange: (slices: number) => void
}

function SlicesPerDrink({ label, selected, onChange }: SlicesPerDrinkProps) {
  const name = useId()
  return (
    <fieldset className="count-field">
      <legend>{label}</legend>
      <div className="seg">
        {slicesPerDrinkOptions.map((slices) => (
          <label key={slices}>
            <input type="radio" name={name} checked={slices === selected} onChange={() => onChange(slices)} />
            {slices}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Plan({ plan: { packages, slices, total } }: { plan: PackagePlan }) {
  const t = useTranslations('count')
  const language = useLanguage()
  return (
    <>
      <p className="sm muted">{t('cheapest')}</p>
      <p className="count-plan__packages">
        {packages.map(({ size, quantity }) => `${quantity}\u00a0×\u00a0${formatPackage(size, language)}`).join(' · ')}
      </p>
      <p className="sum">
        <span>{t('pieces', { count: slices })}</span>
        <Price kopiykas={total} isLarge />
      </p>
    </>
  )
}

/** Opens the order form: one line as on the product page, several lines with a draft of their own. */
function orderPackages({ id: productId, slug }: Product, { packages }: PackagePlan): void {
  const items = packages.map(({ size: packageSize, quantity }) => ({ productId, slug, packageSize, quantity }))
  const [first, ...more] = items
  if (first && more.length === 0) openOrderDialog(first)
  else openOrderDialog({ items, from: `plan:${slug}` })
}
