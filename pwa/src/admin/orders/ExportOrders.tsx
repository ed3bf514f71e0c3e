import type { exportOrders } from '@tsedra/contract/admin-orders'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/network.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { downloadTable } from '../download-table.ts'
import { useAdminAsk } from '../use-admin-ask.ts'
import type { OrderFilter } from './order-filter.ts'

/** The orders that are shown, all pages of them, or those of this day, as a table for a spreadsheet. */
export function ExportOrders({ filter, now }: { filter: OrderFilter; now: number }) {
  const t = useTranslations('desk.export')
  const lang = useLanguage()
  const online = useOnline()
  const { busy, ask } = useAdminAsk()
  const today = kyivDay(now)
  const ways = [
    ['shown', filter],
    ['today', { from: today, to: today }],
  ] as const
  return ways.map(([way, query]) => (
    <button
      key={way}
      type="button"
      className="btn btn--line"
      disabled={!online || busy}
      onClick={() =>
        void ask(() => downloadTable<typeof exportOrders>('GET /api/admin/orders.csv', { query: { ...query, lang } }), {
          done: t('done'),
        })
      }
    >
      <Icon name="download" size="i--sm" />
      {t(way)}
    </button>
  ))
}
