import { kyivDay } from '@tsedra/contract/kyiv-day'
import { orderStatuses } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Choice } from '../table/Choice.tsx'
import { Days } from '../table/Days.tsx'
import type { PageState } from '../table/page-state.ts'
import { orderFilter } from './order-filter.ts'

/** Which orders are shown: by status and by days in Kyiv. */
export function OrderFilters({ state, now }: { state: PageState; now: number }) {
  const t = useTranslations('desk.filter')
  const tStatus = useTranslations('order.status')
  const filter = orderFilter(state)
  const today = kyivDay(now)
  const isToday = filter.from === today && filter.to === today
  return (
    <div className="adm__filters" role="group" aria-label={t('label')}>
      <Choice
        label={t('status')}
        value={filter.status ?? ''}
        all={t('anyStatus')}
        choices={orderStatuses.map((each) => [each, tStatus(each)])}
        onChoose={(status) => state.set({ status })}
      />
      <Days state={state} />
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
