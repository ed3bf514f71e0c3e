import type { StaffOrder } from '@tsedra/contract/admin-orders'
import type { AdjustmentKind } from '@tsedra/contract/order-adjustments'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { SheetDialog } from './SheetDialog.tsx'
import { createPackingSlip } from './sheet-text.ts'

/** The button that opens the packing slip of an order. */
export function PackingSlip({ order }: { order: StaffOrder }) {
  const t = useTranslations()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const labels = {
    title: t('desk.order', { number: order.number }),
    total: t('order.total'),
    backorder: t('order.backorder'),
    adjustment: (kind: AdjustmentKind) => t(`order.adjustment.${kind}`),
  }
  return (
    <>
      <button type="button" className="btn btn--line" onClick={() => setIsOpen(true)}>
        {t('desk.print.slip')}
      </button>
      {isOpen && (
        <SheetDialog
          title={t('desk.print.slip')}
          sheet={createPackingSlip(order, labels, language)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
