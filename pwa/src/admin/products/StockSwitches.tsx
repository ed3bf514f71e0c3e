import type { StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { formatPackage, type PackageSize } from '@tsedra/contract/packages'
import { stockOf } from '@tsedra/contract/stock'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useSetStock } from './use-set-stock.ts'
import './stock-switches.css'

const DAY_MS = 24 * 3_600_000

/** A switch per package of a product; a package that is not in stock also has the day on which it is back. */
export function StockSwitches({ row }: { row: StaffProductRow }) {
  const { savingSizes, setStock } = useSetStock(row)
  return (
    <div className="stock-switches">
      {row.availablePackages?.map((size) => (
        <StockSwitch
          key={size}
          row={row}
          size={size}
          isSaving={savingSizes.includes(size)}
          onChange={(stock) => void setStock(size, stock)}
        />
      ))}
    </div>
  )
}

interface SwitchProps {
  row: StaffProductRow
  size: PackageSize
  isSaving: boolean
  onChange: (stock: string) => void
}

function StockSwitch({ row, size, isSaving, onChange }: SwitchProps) {
  const t = useTranslations('admin.products')
  const language = useLanguage()
  const [tomorrow] = useState(() => kyivDay(Date.now() + DAY_MS))
  const stock = stockOf(row, size)
  const isInStock = stock === 'in'
  const label = { name: getName(row, language), size: formatPackage(size, language) }
  return (
    <span className="stock-switches__package">
      <button
        type="button"
        role="switch"
        className="stock-switches__switch"
        aria-checked={isInStock}
        aria-label={t('inStock', label)}
        aria-busy={isSaving}
        onClick={() => onChange(isInStock ? 'out' : 'in')}
      >
        <Icon name={isInStock ? 'check' : 'minus'} size="i--sm" />
        {label.size}
      </button>
      {!isInStock && (
        <input
          type="date"
          className="input"
          aria-label={t('backOn', label)}
          min={tomorrow}
          max="2099-12-31"
          value={stock === 'out' ? '' : stock}
          onChange={({ target }) => {
            // While a year is typed, the day is in a past millennium.
            if (target.validity.valid) onChange(target.value || 'out')
          }}
        />
      )}
    </span>
  )
}
