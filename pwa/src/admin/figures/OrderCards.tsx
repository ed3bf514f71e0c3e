import { type FigureStep, figureSteps, type getOrderFigures, type OrderFigures } from '@tsedra/contract/admin-figures'
import { orderStatuses } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useAdminQuery } from '../use-admin-query.ts'
import { BarChart } from './BarChart.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { FigureCard } from './FigureCard.tsx'
import type { PagePeriod } from './figure-period.ts'
import { formatDay, toKopiykas } from './format-figure.ts'

interface Props {
  period: PagePeriod
  isTable: boolean
  onStep: (step: FigureStep) => void
}

/** Orders and revenue over time, and orders by status. */
export function OrderCards({ period, isTable, onStep }: Props) {
  const t = useTranslations('admin.figures')
  const language = useLanguage()
  const { from, to, step } = period
  const query = useAdminQuery<typeof getOrderFigures>('GET /api/admin/figures/orders', { query: { from, to, step } })
  const { data } = query
  const isEmpty = data !== undefined && countOrders(data) === 0
  const rows = data?.steps.map(({ start, orders, cancelled, revenue }) => ({
    key: start,
    cells: [formatDay(start, language), String(orders), String(cancelled), formatMoney(toKopiykas(revenue), language)],
  }))
  const hint =
    data && t('orderTotals', { count: countOrders(data), revenue: formatMoney(toKopiykas(data.revenue), language) })
  return (
    <>
      <FigureCard
        table="orders"
        {...{ period, isTable, query, rows, isEmpty, hint }}
        columns={[t(`step.${step}`), t('orders'), t('cancelled'), t('revenue')]}
        tools={<StepButtons step={step} onStep={onStep} />}
      >
        {data && <OrderCharts figures={data} />}
      </FigureCard>
      <StatusCard {...{ period, isTable, query, isEmpty }} figures={data} />
    </>
  )
}

const countOrders = ({ statuses }: OrderFigures): number => orderStatuses.reduce((sum, key) => sum + statuses[key], 0)

function StepButtons({ step, onStep }: Pick<Props, 'onStep'> & { step: FigureStep }) {
  const t = useTranslations('admin.figures')
  return (
    <div className="seg" role="group" aria-label={t('stepLabel')}>
      {figureSteps.map((option) => (
        <button key={option} type="button" aria-pressed={option === step} onClick={() => onStep(option)}>
          {t(`by.${option}`)}
        </button>
      ))}
    </div>
  )
}

function OrderCharts({ figures: { steps } }: { figures: OrderFigures }) {
  const t = useTranslations('admin.figures')
  const language = useLanguage()
  const orders = steps.map(({ start, orders: value }) => ({ start, value, text: t('orderCount', { count: value }) }))
  const revenue = steps.map(({ start, revenue: sum }) => {
    const value = toKopiykas(sum)
    return { start, value, text: formatMoney(value, language) }
  })
  return (['orders', 'revenue'] as const).map((series) => {
    const points = { orders, revenue }[series].map(({ start, ...point }) => ({
      ...point,
      key: start,
      label: formatDay(start, language),
    }))
    const highest = points.reduce((best, point) => (point.value > best.value ? point : best))
    const description = t('highest', { text: highest.text, label: highest.label })
    return <ColumnChart key={series} title={t(series)} description={description} points={points} />
  })
}

interface StatusProps extends Pick<Props, 'period' | 'isTable'> {
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  isEmpty: boolean
  figures: OrderFigures | undefined
}

function StatusCard({ figures, ...props }: StatusProps) {
  const t = useTranslations('admin.figures')
  const tStatus = useTranslations('order.status')
  const points = orderStatuses.map((status) => {
    const value = figures?.statuses[status] ?? 0
    return { key: status, label: tStatus(status), value, text: String(value) }
  })
  const rows = figures && points.map(({ key, label, text }) => ({ key, cells: [label, text] }))
  return (
    <FigureCard table="statuses" {...props} rows={rows} columns={[t('status'), t('orders')]}>
      <BarChart title={t('titleOf.statuses')} description={t('bars')} points={points} />
    </FigureCard>
  )
}
