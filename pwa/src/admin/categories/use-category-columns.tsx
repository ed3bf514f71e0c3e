import type { StaffCategory } from '@tsedra/contract/admin-catalogue'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { ActiveBadge } from '../table/ActiveBadge.tsx'
import type { Column } from '../table/AdminTable.tsx'
import { RowActions } from '../table/RowActions.tsx'
import { Thumbnail } from '../table/Thumbnail.tsx'

/** Returns the columns of the category table; only admins delete (specification, section 6). */
export function useCategoryColumns({
  onEdit,
  onDelete,
}: Record<'onEdit' | 'onDelete', (category: StaffCategory) => void>): Column<StaffCategory>[] {
  const t = useTranslations('admin.categories')
  const language = useLanguage()
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  return [
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
      cell: (category) => getName(category, language),
    },
    { key: 'slug', header: t('slug'), className: 'cell-price muted', cell: ({ slug }) => slug },
    {
      key: 'count',
      header: t('products'),
      className: 'r cell-category muted',
      cell: ({ productsCount }) => productsCount,
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
      key: 'actions',
      header: t('actions'),
      className: 'r cell-actions',
      isHeaderHidden: true,
      cell: (category) => (
        <RowActions
          name={getName(category, language)}
          onEdit={() => onEdit(category)}
          onDelete={isAdmin ? () => onDelete(category) : undefined}
        />
      ),
    },
  ]
}
