import type { AnswerFigures, getAnswerFigures } from '@tsedra/contract/admin-figures'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../use-admin-query.ts'
import { BarChart } from './BarChart.tsx'
import { FigureCard } from './FigureCard.tsx'
import type { PagePeriod } from './figure-period.ts'

const durations = ['medianMinutes', 'p95Minutes'] as const
const counts = ['answered', 'waiting', 'late'] as const

/** How fast staff answered, against the promise. */
export function AnswerCard({ period, isTable }: { period: PagePeriod; isTable: boolean }) {
  const t = useTranslations('admin.figures')
  const formatMinutes = useMinutes()
  const { from, to } = period
  const query = useAdminQuery<typeof getAnswerFigures>('GET /api/admin/figures/answers', { query: { from, to } })
  const { data } = query
  const getText = (figures: AnswerFigures, key: keyof AnswerFigures) => {
    const value = figures[key]
    if (value === null) return '—'
    return key === 'medianMinutes' || key === 'p95Minutes' ? formatMinutes(value) : String(value)
  }
  const rows =
    data && [...counts, ...durations].map((key) => ({ key, cells: [t(`answers.${key}`), getText(data, key)] }))
  return (
    <FigureCard
      table="answers"
      {...{ period, isTable, query, rows }}
      isEmpty={data?.answered === 0 && data.waiting === 0}
      {...(data && { hint: t('answers.hint', { hours: data.promiseHours }) })}
      columns={[t('answers.figure'), t('answers.value')]}
    >
      {data && (
        <>
          <dl className="figure-numbers">
            {durations.map((key) => (
              <div key={key}>
                <dt>{t(`answers.${key}`)}</dt>
                <dd className="serif">{getText(data, key)}</dd>
              </div>
            ))}
          </dl>
          <BarChart
            title={t('titleOf.answers')}
            description={t('bars')}
            points={counts.map((key) => ({
              key,
              label: t(`answers.${key}`),
              value: data[key],
              text: getText(data, key),
            }))}
          />
        </>
      )}
    </FigureCard>
  )
}

/** Returns a function that formats minutes as `3 год 5 хв`. */
function useMinutes(): (minutes: number) => string {
  const t = useTranslations('desk.answer.time')
  return (minutes) =>
    minutes < 60
      ? t('minutes', { minutes: Math.round(minutes) })
      : t('both', { hours: Math.trunc(minutes / 60), minutes: minutes % 60 })
}
