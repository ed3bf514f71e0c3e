import type { exportOrders } from '@tsedra/contract/admin-orders'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { downloadCsv } from '../download-csv.ts'
import { useAdminRequest } from '../use-admin-request.ts'
import type { OrderFilter } from './order-filter.ts'

/** Exports all filtered orders, or those of today, as CSV. */
export function ExportOrders({ filter, now }: { filter: OrderFilter; now: number }) {
  const t = useTranslations('desk.export')
  const lang = useLanguage()
  const isOnline = useOnline()
  const { busy, request } = useAdminRequest()
  const today = kyivDay(now)
  const scopes = [
    ['shown', filter],
    ['today', { from: today, to: today }],
  ] as const
  return scopes.map(([scope, query]) => (
    <button
      key={scope}
      type="button"
      className="btn btn--line"
      disabled={!isOnline || busy}
      onClick={() =>
        void request(
          () => downloadCsv<typeof exportOrders>('GET /api/admin/orders.csv', { query: { ...query, lang } }),
          {
            successMessage: t('done'),
          },
        )
      }
    >
      <Icon name="download" size="i--sm" />
      {t(scope)}
    </button>
  ))
}
