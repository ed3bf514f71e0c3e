import type { Language } from '@tsedra/contract/language'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { ActiveBadge } from '../table/ActiveBadge.tsx'
import type { Column } from '../table/AdminTable.tsx'
import { RowActions } from '../table/RowActions.tsx'

interface EntityRow {
  slug: string
  isActive: boolean
  productsCount: number
  translations: readonly { language: Language; name: string }[]
}

interface Options<Row> {
  section: 'categories' | 'drinks'
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
  /** Below the name. */
  renderDetail?: (row: Row, language: Language) => ReactNode
}

/** Returns the columns of categories or drinks; only admins delete (specification, section 6). */
export function useEntityColumns<Row extends EntityRow>(options: Options<Row>): Column<Row>[] {
  const { section, onEdit, onDelete, renderDetail } = options
  const t = useTranslations(`admin.${section}`)
  const language = useLanguage()
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  return [
    {
      key: 'name',
      header: t('name'),
      className: 'main',
      sort: 'name',
      cell: (row) => (
        <>
          {getName(row, language)}
          {renderDetail && <small>{renderDetail(row, language)}</small>}
        </>
      ),
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
