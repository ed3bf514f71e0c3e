import type { StaffOrderRow } from '@tsedra/contract/admin-orders'
import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import type { Column } from '../table/AdminTable.tsx'
import type { useSelection } from './use-selection.ts'

/** Returns the column of checkboxes, with one for the whole page in its header. */
export function useSelectionColumn(
  rows: readonly StaffOrderRow[],
  { ids, toggle, selectOnly }: ReturnType<typeof useSelection>,
): Column<StaffOrderRow> {
  const t = useTranslations('desk.bulk')
  const areAllSelected = rows.length > 0 && rows.every(({ id }) => ids.has(id))
  return {
    key: 'selected',
    header: t('selectAll'),
    className: 'cell-checkbox',
    headerCell: (
      <label className="check check--only">
        <input
          type="checkbox"
          aria-label={t('selectAll')}
          checked={areAllSelected}
          onChange={() => selectOnly(areAllSelected ? [] : rows.map(({ id }) => id))}
        />
      </label>
    ),
    cell: ({ id, customerName }) => (
      <label className="check check--only">
        <input
          type="checkbox"
          aria-label={t('select', { number: orderNumber(id), name: customerName })}
          checked={ids.has(id)}
          onChange={() => toggle(id)}
        />
      </label>
    ),
  }
}
