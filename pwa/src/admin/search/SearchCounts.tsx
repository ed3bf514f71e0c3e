import type { listSearchCounts } from '@tsedra/contract/search-counts'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useAdminQuery } from '../use-admin-query.ts'

/** Days that the counts cover, and maximum number of queries in a list. */
const DAYS = 30
const MAX_QUERIES = 10

/** The most frequent queries of the last days, without results and with. */
export function SearchCounts({ onMakeSynonym }: { onMakeSynonym: (query: string) => void }) {
  return (
    <div className="search-counts">
      <CountList kind="empty" onMakeSynonym={onMakeSynonym} />
      <CountList kind="top" />
    </div>
  )
}

interface CountListProps {
  kind: 'empty' | 'top'
  onMakeSynonym?: (query: string) => void
}

function CountList({ kind, onMakeSynonym }: CountListProps) {
  const t = useTranslations('admin.search.counts')
  const { data, isError, refetch } = useAdminQuery<typeof listSearchCounts>('GET /api/admin/search-counts', {
    query: { kind, days: String(DAYS), limit: String(MAX_QUERIES) },
  })
  return (
    <section aria-label={t(kind)}>
      <h2 className="serif t-1">{t(kind)}</h2>
      <p className="muted sm">{t('period', { days: DAYS })}</p>
      {isError && !data && <LoadError onRetry={() => void refetch()} />}
      {!isError && !data && <output className="sk sk--control" aria-label={t('loading')} />}
      {data?.searches.length === 0 && <p className="muted">{t(`${kind}None`)}</p>}
      <ol>
        {data?.searches.map(({ query, count }) => (
          <li key={query}>
            <b>{query}</b>
            <span className="muted">{t('times', { count })}</span>
            {onMakeSynonym && (
              <button
                type="button"
                className="btn btn--line btn--sm"
                aria-label={t('makeSynonymOf', { query })}
                onClick={() => onMakeSynonym(query)}
              >
                <Icon name="plus" size="i--sm" />
                {t('makeSynonym')}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
