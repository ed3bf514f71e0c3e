import type { StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { parseMoney } from '@tsedra/contract/money'
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

interface Options {
  rows: readonly StaffProductRow[]
  selectedIds: ReadonlySet<string>
  onSelectionChange: (selectedIds: ReadonlySet<string>) => void
  onEdit: (row: StaffProductRow) => void
  onDelete: (row: StaffProductRow) => void
}

/** What the table of products shows; only admins delete (specification, section 6). */
export function useProductColumns({
  rows,
  selectedIds,
  onSelectionChange,
  onEdit,
  onDelete,
}: Options): Column<StaffProductRow>[] {
  const t = useTranslations('admin.products')
  const language = useLanguage()
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  const areAllSelected = rows.length > 0 && rows.every(({ id }) => selectedIds.has(id))
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
    {
      key: 'category',
      header: t('category'),
      className: 'cell-category muted',
      sort: 'category',
      cell: ({ category }) => (category ? getName(category, language) : '—'),
    },
    {
      key: 'price',
      header: t('price'),
      className: 'r cell-price',
      sort: 'price',
      cell: ({ price }) => <b>{formatMoney(parseMoney(price) ?? 0, language)}</b>,
    },
    {
      key: 'status',
      header: t('status'),
      className: 'cell-status',
      sort: 'status',
      cell: ({ isActive }) => (
        <ActiveBadge isActive={isActive} activeLabel={t('active')} inactiveLabel={t('inactive')} />
      ),
    },
    {
      key: 'featured',
      header: t('featured'),
      className: 'cell-featured',
      cell: ({ isFeatured }) =>
        isFeatured && (
          <span role="img" aria-label={t('featured')} title={t('featured')}>
            <Icon name="star" size="i--sm" />
          </span>
        ),
    },
    {
      key: 'actions',
      header: t('actions'),
      className: 'r cell-actions',
      isHeaderHidden: true,
      cell: (row) => (
        <RowActions
          name={getName(row, language)}
          onEdit={() => onEdit(row)}
          onDelete={isAdmin ? () => onDelete(row) : undefined}
        />
      ),
    },
  ]
}
