import { formatPackage } from '@tsedra/contract/packages'
import { MAX_ORDER_LINES } from '@tsedra/contract/order-lines'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { changeLine, packagesOfOtherLines, removeLine } from './form-lines.ts'
import { OrderFormLine } from './OrderFormLine.tsx'
import type { OrderableLine } from './orderable-product.ts'

interface Props {
  lines: readonly OrderableLine[]
  isDisabled: boolean
  onChange: (lines: readonly OrderableLine[]) => void
  /** Opens the picker of products. */
  onPick: () => void
}

/** The lines of the order form, each with package and quantity, and a button that adds another product. */
export function OrderFormLines({ lines, isDisabled, onChange, onPick }: Props) {
  const t = useTranslations('order.lines')
  const language = useLanguage()
  const listRef = useRef<HTMLUListElement>(null)
  const [announcement, setAnnouncement] = useState('')

  function remove(line: OrderableLine): void {
    onChange(removeLine(lines, line))
    setAnnouncement(t('removed', { name: `${line.product.name}, ${formatPackage(line.packageSize, language)}` }))
    // The button disappears with the focus.
    listRef.current?.focus()
  }

  if (lines.length === 0) return null
  return (
    <fieldset className="order-lines" disabled={isDisabled}>
      <legend className="visually-hidden">{t('label')}</legend>
      <ul ref={listRef} tabIndex={-1}>
        {lines.map((line, index) => (
          // A line keeps its place, and its focus, while its package changes.
          <OrderFormLine
            key={index}
            line={line}
            isDisabled={isDisabled}
            takenPackages={packagesOfOtherLines(lines, line)}
            onChange={(changes) => onChange(changeLine(lines, line, changes))}
            onRemove={lines.length > 1 ? () => remove(line) : undefined}
          />
        ))}
      </ul>
      {lines.length < MAX_ORDER_LINES ? (
        <button type="button" className="btn btn--line" onClick={onPick}>
          <Icon name="plus" size="i--sm" />
          {t('add')}
        </button>
      ) : (
        <p className="sm muted">{t('full', { max: MAX_ORDER_LINES })}</p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </fieldset>
  )
}
