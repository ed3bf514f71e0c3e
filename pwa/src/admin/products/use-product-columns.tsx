import type { StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { parseMoney } from '@tsedra/contract/money'
import { useTranslations } from 'use-intl'
import { usePerson } from '../../session/person.ts'
import { nameOf } from '../../catalogue/texts.ts'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ActiveBadge } from '../table/ActiveBadge.tsx'
import type { Column } from '../table/AdminTable.tsx'
import { RowActions } from '../table/RowActions.tsx'
import { Thumb } from '../table/Thumb.tsx'

interface Options {
  rows: readonly StaffProductRow[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onEdit: (row: StaffProductRow) => void
  onDelete: (row: StaffProductRow) => void
}

/** What the table of products shows; only admins delete (specification, section 6). */
export function useProductColumns({ rows, chosen, onChoose, onEdit, onDelete }: Options): Column<StaffProductRow>[] {
  const t = useTranslations('admin.products')
  const language = useLanguage()
  const isAdmin = usePerson()?.user.role === 'admin'
  const all = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  return [
    {
      key: 'chosen',
      head: t('chooseAll'),
      className: 'c-check',
      headCell: (
        <label className="check check--only">
          <input
            type="checkbox"
            aria-label={t('chooseAll')}
            checked={all}
            onChange={() => onChoose(new Set(all ? [] : rows.map(({ id }) => id)))}
          />
        </label>
      ),
      cell: (row) => (
        <label className="check check--only">
          <input
            type="checkbox"
            aria-label={t('choose', { name: nameOf(row, language) })}
            checked={chosen.has(row.id)}
            onChange={({ target }) => {
              const after = new Set(chosen)
              if (target.checked) after.add(row.id)
              else after.delete(row.id)
              onChoose(after)
            }}
          />
        </label>
      ),
    },
    { key: 'picture', head: t('picture'), className: 'c-img', cell: ({ imageUrl }) => <Thumb imageUrl={imageUrl} /> },
    {
      key: 'name',
      head: t('name'),
      className: 'main',
      sort: 'name',
      cell: (row) => (
        <>
          {nameOf(row, language)}
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
      head: t('category'),
      className: 'c-cat muted',
      sort: 'category',
      cell: ({ category }) => (category ? nameOf(category, language) : '—'),
    },
    {
      key: 'price',
      head: t('price'),
      className: 'r c-price',
      sort: 'price',
      cell: ({ price }) => <b>{formatMoney(parseMoney(price) ?? 0, language)}</b>,
    },
    {
      key: 'status',
      head: t('status'),
      className: 'c-status',
      sort: 'status',
      cell: ({ isActive }) => <ActiveBadge isActive={isActive} yes={t('active')} no={t('inactive')} />,
    },
    {
      key: 'featured',
      head: t('featured'),
      className: 'c-star',
      cell: ({ isFeatured }) =>
        isFeatured && (
          <span role="img" aria-label={t('featured')} title={t('featured')}>
            <Icon name="star" size="i--sm" />
          </span>
        ),
    },
    {
      key: 'actions',
      head: t('actions'),
      className: 'r c-act',
      quiet: true,
      cell: (row) => (
        <RowActions
          name={nameOf(row, language)}
          onEdit={() => onEdit(row)}
          onDelete={isAdmin ? () => onDelete(row) : undefined}
        />
      ),
    },
  ]
}
