import type { StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { parseMoney } from '@tsedra/contract/money'
import { namesOf, type ProductField, productFields } from '@tsedra/contract/product-fields'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../../session/current-user.ts'
import { getName } from '../../catalogue/translations.ts'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ActiveBadge } from '../table/ActiveBadge.tsx'
import type { Column } from '../table/AdminTable.tsx'
import { RowActions } from '../table/RowActions.tsx'
import { Thumbnail } from '../table/Thumbnail.tsx'
import { StockSwitches } from './StockSwitches.tsx'

interface Options {
  rows: readonly StaffProductRow[]
  selectedIds: ReadonlySet<string>
  onSelectionChange: (selectedIds: ReadonlySet<string>) => void
  onEdit: (row: StaffProductRow) => void
  onDuplicate: (row: StaffProductRow) => void
  onDelete: (row: StaffProductRow) => void
}

/** Returns the columns of the product table; only admins delete (specification, section 6). */
export function useProductColumns({
  rows,
  selectedIds,
  onSelectionChange,
  onEdit,
  onDuplicate,
  onDelete,
}: Options): Column<StaffProductRow>[] {
  const t = useTranslations('admin.products')
  const language = useLanguage()
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  const areAllSelected = rows.length > 0 && rows.every(({ id }) => selectedIds.has(id))
  const fieldColumns = useFieldColumns()
  return [
    {
      key: 'chosen',
      header: t('chooseAll'),
      className: 'cell-checkbox',
      headerCell: (
        <label className="check check--only">
          <input
            type="checkbox"
            aria-label={t('chooseAll')}
            checked={areAllSelected}
            onChange={() => onSelectionChange(new Set(areAllSelected ? [] : rows.map(({ id }) => id)))}
          />
        </label>
      ),
      cell: (row) => (
        <label className="check check--only">
          <input
            type="checkbox"
            aria-label={t('choose', { name: getName(row, language) })}
            checked={selectedIds.has(row.id)}
            onChange={({ target }) => {
              const updatedIds = new Set(selectedIds)
              if (target.checked) updatedIds.add(row.id)
              else updatedIds.delete(row.id)
              onSelectionChange(updatedIds)
            }}
          />
        </label>
      ),
    },
    {
      key: 'picture',
      header: t('picture'),
      className: 'cell-picture',
      cell: ({ imageUrl }) => <Thumbnail imageUrl={imageUrl} />,
    },
    {
      key: 'name',
      header: t('name'),
      className: 'main',
      sort: 'name',
      cell: (row) => (
        <>
          {getName(row, language)}
          <small>{row.slug}</small>
          {row.isActive && !row.category && (
            <small className="mark-warn">
              <Icon name="circle-alert" />
              {t('noCategory')}
            </small>
          )}
        </>
      ),
    },
    ...fieldColumns,
    { key: 'stock', header: t('stock'), className: 'cell-stock', cell: (row) => <StockSwitches row={row} /> },
    {
      key: 'actions',
      header: t('actions'),
      className: 'r cell-actions',
      isHeaderHidden: true,
      cell: (row) => (
        <RowActions
          name={getName(row, language)}
          onEdit={() => onEdit(row)}
          onDuplicate={() => onDuplicate(row)}
          onDelete={isAdmin ? () => onDelete(row) : undefined}
        />
      ),
    },
  ]
}

const columnFields = namesOf(productFields).filter((field) => productFields[field].table === 'column')

/** Returns the columns of fields; a field without an entry here is shown as its value under the label of the form. */
function useFieldColumns(): Column<StaffProductRow>[] {
  const t = useTranslations('admin.products')
  const tForm = useTranslations('admin.form')
  const language = useLanguage()
  const ownColumns: Partial<Record<ProductField, Column<StaffProductRow>>> = {
    categoryId: {
      key: 'category',
      header: t('category'),
      className: 'cell-category muted',
      sort: 'category',
      cell: ({ category }) => (category ? getName(category, language) : '—'),
    },
    price: {
      key: 'price',
      header: t('price'),
      className: 'r cell-price',
      sort: 'price',
      cell: ({ price }) => <b>{formatMoney(parseMoney(price) ?? 0, language)}</b>,
    },
    isActive: {
      key: 'status',
      header: t('status'),
      className: 'cell-status',
      sort: 'status',
      cell: ({ isActive }) => (
        <ActiveBadge isActive={isActive} activeLabel={t('active')} inactiveLabel={t('inactive')} />
      ),
    },
    isFeatured: {
      key: 'featured',
      header: t('featured'),
      className: 'cell-featured',
      cell: ({ isFeatured }) => isFeatured && <FlagIcon label={t('featured')} />,
    },
  }
  return columnFields.map(
    (field) => ownColumns[field] ?? { key: field, header: tForm(field), cell: (row) => formatCell(row, field) },
  )
}

function formatCell(row: StaffProductRow, field: ProductField): string {
  // Packages have a column of their own.
  const shown: Omit<StaffProductRow, 'availablePackages' | 'stock'> = row
  const value = (shown as Partial<Record<ProductField, string | number | boolean | null>>)[field] ?? ''
  return typeof value === 'boolean' ? (value ? '✓' : '') : String(value)
}

const FlagIcon = ({ label }: { label: string }) => (
  <span role="img" aria-label={label} title={label}>
    <Icon name="star" size="i--sm" />
  </span>
)
