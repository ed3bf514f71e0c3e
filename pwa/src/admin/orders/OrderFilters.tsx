import { kyivDay } from '@tsedra/contract/kyiv-day'
import { orderStatuses } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { FilterSelect } from '../table/FilterSelect.tsx'
import { DayRangeFilter } from '../table/DayRangeFilter.tsx'
import type { PageState } from '../table/use-page-state.ts'
import { parseOrderFilter } from './order-filter.ts'

/** Filters by status and by days in Kyiv. */
export function OrderFilters({ state, now }: { state: PageState; now: number }) {
  const t = useTranslations('desk.filter')
  const tStatus = useTranslations('order.status')
  const filter = parseOrderFilter(state)
  const today = kyivDay(now)
  const isToday = filter.from === today && filter.to === today
  return (
    <div className="admin-layout__filters" role="group" aria-label={t('label')}>
      <FilterSelect
        label={t('status')}
        value={filter.status ?? ''}
        allLabel={t('anyStatus')}
        options={orderStatuses.map((option) => [option, tStatus(option)])}
        onChange={(status) => state.set({ status })}
      />
      <DayRangeFilter state={state} />
      <button
        type="button"
        className="btn btn--line"
        aria-pressed={isToday}
        onClick={() => state.set(isToday ? { from: '', to: '' } : { from: today, to: today })}
      >
        {t('today')}
      </button>
      {Object.keys(filter).length > 0 && (
        <button
          type="button"
          className="btn btn--quiet"
          onClick={() => state.set({ status: '', from: '', to: '', search: '' })}
        >
          <Icon name="x" size="i--sm" />
          {t('clear')}
        </button>
      )}
    </div>
  )
}
