import type { getCustomerFigures } from '@tsedra/contract/admin-figures'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../use-admin-query.ts'
import { BarChart } from './BarChart.tsx'
import { FigureCard } from './FigureCard.tsx'
import type { PagePeriod } from './figure-period.ts'

const groups = ['new', 'returning'] as const

/** New and returning customers. */
export function CustomerCard({ period, isTable }: { period: PagePeriod; isTable: boolean }) {
  const t = useTranslations('admin.figures')
  const { from, to } = period
  const query = useAdminQuery<typeof getCustomerFigures>('GET /api/admin/figures/customers', { query: { from, to } })
  const { data } = query
  const rows =
    data &&
    groups.map((group) => ({
      key: group,
      cells: [t(`customers.${group}`), String(data[group].customers), String(data[group].orders)],
    }))
  return (
    <FigureCard
      table="customers"
      {...{ period, isTable, query, rows }}
      isEmpty={data !== undefined && groups.every((group) => data[group].customers === 0)}
      hint={data?.erasedOrders ? t('customers.erased', { count: data.erasedOrders }) : t('customers.hint')}
      columns={[t('customers.group'), t('customers.count'), t('orders')]}
    >
      {data && (
        <BarChart
          title={t('titleOf.customers')}
          description={t('bars')}
          points={groups.map((group) => ({
            key: group,
            label: t(`customers.${group}`),
            value: data[group].customers,
            text: String(data[group].customers),
          }))}
        />
      )}
    </FigureCard>
  )
}
