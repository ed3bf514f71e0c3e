import type { getSearchFigures } from '@tsedra/contract/admin-figures'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useAdminQuery } from '../use-admin-query.ts'
import { BarChart } from './BarChart.tsx'
import { FigureCard } from './FigureCard.tsx'
import type { PagePeriod } from './figure-period.ts'
import { formatDay } from './format-figure.ts'

/** The most frequent searches without results. */
export function SearchCard({ period, isTable }: { period: PagePeriod; isTable: boolean }) {
  const t = useTranslations('admin.figures')
  const language = useLanguage()
  const { from, to } = period
  const query = useAdminQuery<typeof getSearchFigures>('GET /api/admin/figures/searches', { query: { from, to } })
  const { data } = query
  const points = data?.searches.map(({ query: label, count }) => ({
    key: label,
    label,
    value: count,
    text: String(count),
  }))
  const isCut = data !== undefined && from < data.countedSince
  return (
    <FigureCard
      table="searches"
      {...{ period, isTable, query }}
      rows={points?.map(({ key, label, text }) => ({ key, cells: [label, text] }))}
      isEmpty={points?.length === 0}
      hint={isCut ? t('countedSince', { day: formatDay(data.countedSince, language) }) : undefined}
      columns={[t('column.searches'), t('times')]}
    >
      <BarChart title={t('titleOf.searches')} description={t('bars')} points={points ?? []} />
    </FigureCard>
  )
}
