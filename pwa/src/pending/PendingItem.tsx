import { formatPackage } from '@tsedra/contract/packages'
import { orderNumber } from '@tsedra/contract/order-number'
import { pickTone } from '@tsedra/contract/tone'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Money } from '../catalogue/Price.tsx'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { type Entry, isClockSet, isOpen, type Summary } from '../outbox/entry.ts'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { MenuButton } from '../shared/ui/MenuButton.tsx'
import { PendingStatus } from './PendingStatus.tsx'
import { type Edited, useEntryActions } from './use-entry-actions.ts'

/** Shows one pending order: lines, status, the two most useful actions and a menu with the others. */
export function PendingItem({ entry, onEdit }: { entry: Entry; onEdit: (edited: Edited) => void }) {
  const t = useTranslations('outbox')
  const language = useLanguage()
  const statusId = useId()
  const { buttons, menu, canEdit } = useEntryActions(entry, onEdit)
  const { id, summary, createdAt } = entry
  const [firstLine] = summary.lines
  const number = orderNumber(id)
  if (!isOpen(entry)) return null

  return (
    <li className="pending-item" data-tone={pickTone(firstLine?.slug ?? '')}>
      <div className="plate">
        <ProductPicture imageUrl={firstLine?.imageUrl ?? null} alt="" sizes="72px" />
      </div>
      <div className="pending-item__order">
        <h2 className="serif t-1">
          <Link to={`/order/${id}`}>{firstLine?.name ?? <span className="order-number">{number}</span>}</Link>
        </h2>
        <Lines summary={summary} />
        <p className="sm muted">
          <span className="order-number">{number}</span>
          {isClockSet(createdAt) && ` · ${formatDateTime(createdAt, language)}`}
        </p>
      </div>
      <MenuButton label={t('moreActions', { number })} className="icon-btn icon-btn--sm" items={menu} />
      <PendingStatus id={statusId} entry={entry} canEdit={canEdit} />
      {buttons.length > 0 && (
        <div className="pending-item__actions">
          {buttons.map(({ label, icon, isDisabled, onSelect }) => (
            <button
              key={label}
              type="button"
              className="btn btn--line btn--sm"
              aria-describedby={statusId}
              disabled={isDisabled}
              onClick={onSelect}
            >
              {icon && <Icon name={icon} size="i--sm" />}
              {label}
            </button>
          ))}
        </div>
      )}
    </li>
  )
}

/** Package, quantity and cost; the names of the lines after the first, whose name is the headline. */
function Lines({ summary: { lines, total } }: { summary: Summary }) {
  const language = useLanguage()
  return (
    <>
      {lines.map(({ productId, name, packageSize, quantity, lineTotal }, index) => (
        <p className="sm muted" key={`${productId}${packageSize}`}>
          {index > 0 && `${name}: `}
          {formatPackage(packageSize, language)} × {quantity} · <Money kopiykas={lineTotal} />
        </p>
      ))}
      {lines.length > 1 && total !== null && (
        <p className="sm">
          <Money kopiykas={total} />
        </p>
      )}
    </>
  )
}
