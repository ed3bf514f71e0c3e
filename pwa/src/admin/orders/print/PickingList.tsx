import type { getPickingList } from '@tsedra/contract/admin-picking'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { LoadError } from '../../../shared/ui/LoadError.tsx'
import { useAdminQuery } from '../../use-admin-query.ts'
import { formatKyivDateTime } from '../format-order.ts'
import { SheetDialog } from './SheetDialog.tsx'
import { createPickingSheet } from './sheet-text.ts'

interface Days {
  from?: string
  to?: string
}

/** The button that opens the picking list of the confirmed orders of these days. */
export function PickingList({ days }: { days: Days }) {
  const t = useTranslations('desk.print')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn--line" onClick={() => setIsOpen(true)}>
        {t('picking')}
      </button>
      {isOpen && <PickingDialog days={days} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PickingDialog({ days: { from, to }, onClose }: { days: Days; onClose: () => void }) {
  const t = useTranslations()
  const lang = useLanguage()
  const { data, error, refetch } = useAdminQuery<typeof getPickingList>('GET /api/admin/picking-list', {
    query: { ...(from && { from }), ...(to && { to }), lang },
  })
  const sheet =
    data &&
    data.items.length > 0 &&
    createPickingSheet(data.items, {
      title: t('desk.print.picking'),
      details: [t('desk.count', { count: data.orders }), formatKyivDateTime(data.now, lang)],
      language: lang,
    })
  const placeholder = data ? (
    <EmptyState icon="inbox" title={t('desk.print.nothing')} />
  ) : error ? (
    <LoadError onRetry={() => void refetch()} />
  ) : (
    <output className="sk sk--control" aria-label={t('loading')} />
  )
  return (
    <SheetDialog
      title={t('desk.print.picking')}
      sheet={sheet || undefined}
      placeholder={placeholder}
      onClose={onClose}
    />
  )
}
