import { kyivDay } from '@tsedra/contract/kyiv-day'
import { orderStatuses } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { FilterSelect } from '../table/FilterSelect.tsx'
import { DayRangeFilter } from '../table/DayRangeFilter.tsx'
import type { PageState } from '../table/use-page-state.ts'
import { type OrderSort, parseOrderFilter } from './order-filter.ts'

/** Filters by status and by days in Kyiv, and on phones, where cards have no headers, the sort order. */
export function OrderFilters({ state, sort, now }: { state: PageState; sort: OrderSort; now: number }) {
  const t = useTranslations('desk.filter')
  const tSort = useTranslations('sort')
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
        onChange={(status) => state.set({ status, late: '' })}
      />
      <label className="order-sort mobile-only">
        <span>{tSort('label')}</span>
        <span className="select">
          <select className="input" value={sort} onChange={({ target }) => state.set({ sort: target.value })}>
            <option value="deadline">{t('lateFirst')}</option>
            <option value="-deadline">{t('newFirst')}</option>
          </select>
          <Icon name="chevron-down" />
        </span>
      </label>
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
          onClick={() => state.set({ status: '', late: '', from: '', to: '', search: '' })}
        >
          <Icon name="x" size="i--sm" />
          {t('clear')}
        </button>
      )}
    </div>
  )
}
