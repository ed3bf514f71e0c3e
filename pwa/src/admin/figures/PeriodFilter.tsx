import { useTranslations } from 'use-intl'
import { DayRangeFilter } from '../table/DayRangeFilter.tsx'
import type { PageState } from '../table/use-page-state.ts'
import { type PagePeriod, periodPresets } from './figure-period.ts'

/** Chooses a number of days or a custom range, and charts or tables; all of it is in the address. */
export function PeriodFilter({ state, period, isTable }: { state: PageState; period: PagePeriod; isTable: boolean }) {
  const t = useTranslations('admin.figures')
  return (
    <div className="admin-layout__filters figure-filters" role="group" aria-label={t('period')}>
      <div className="seg" role="group" aria-label={t('lastDays')}>
        {periodPresets.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={period.preset === days}
            onClick={() => state.set({ days: String(days), from: '', to: '' })}
          >
            {t('days', { days })}
          </button>
        ))}
      </div>
      <DayRangeFilter state={state} />
      <div className="seg" role="group" aria-label={t('view')}>
        {(['charts', 'tables'] as const).map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={(view === 'tables') === isTable}
            onClick={() => state.set({ view: view === 'tables' ? view : '' })}
          >
            {t(view)}
          </button>
        ))}
      </div>
    </div>
  )
}
