import { MAX_FIGURE_DAYS } from '@tsedra/contract/admin-figures'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { PageHeader } from '../frame/PageHeader.tsx'
import { useServerClock } from '../orders/use-server-clock.ts'
import { usePageState } from '../table/use-page-state.ts'
import { AnswerCard } from './AnswerCard.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { parsePeriod } from './figure-period.ts'
import { formatDay } from './format-figure.ts'
import { OrderCards } from './OrderCards.tsx'
import { PeriodFilter } from './PeriodFilter.tsx'
import { ProductCards } from './ProductCards.tsx'
import { SearchCard } from './SearchCard.tsx'
import './figures.css'

/** `/admin/figures`: orders, answers and demand over a period (infra/decisions/0045-figures.md). */
export function FiguresPage() {
  const t = useTranslations('admin.figures')
  const language = useLanguage()
  const now = useServerClock(undefined, 0)
  const state = usePageState()
  const period = parsePeriod(state, kyivDay(now))
  const isTable = state.get('view') === 'tables'
  const { from, to, isValid } = period
  const props = { period, isTable }
  return (
    <>
      <PageHeader
        title={t('title')}
        count={isValid ? t('range', { from: formatDay(from, language), to: formatDay(to, language) }) : undefined}
      />
      <PeriodFilter state={state} period={period} isTable={isTable} />
      {isValid ? (
        <div className="figures">
          <OrderCards {...props} onStep={(step) => state.set({ step })} />
          <AnswerCard {...props} />
          <CustomerCard {...props} />
          <ProductCards {...props} />
          <SearchCard {...props} />
        </div>
      ) : (
        <p role="alert">{t('invalidPeriod', { days: MAX_FIGURE_DAYS })}</p>
      )}
    </>
  )
}
