import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { PageState } from './use-page-state.ts'

interface Props {
  /** The visible range and the total. */
  summary: string
  /** Undefined on the first or last page. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** Buttons to the previous and the next page. */
export function Pager({ summary, onPrevious, onNext }: Props) {
  const t = useTranslations('admin.pager')
  return (
    <nav className="pager" aria-label={t('label')}>
      <button type="button" className="icon-btn" aria-label={t('previous')} disabled={!onPrevious} onClick={onPrevious}>
        <Icon name="chevron-left" />
      </button>
      <span role="status">{summary}</span>
      <button type="button" className="icon-btn" aria-label={t('next')} disabled={!onNext} onClick={onNext}>
        <Icon name="chevron-right" />
      </button>
    </nav>
  )
}

/** Pages a list by `limit` and `offset`; hidden when one page is enough. */
export function OffsetPager({ state, pageSize, total }: { state: PageState; pageSize: number; total: number }) {
  const t = useTranslations('admin.pager')
  const { page } = state
  if (total <= pageSize && page === 1) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  const goTo = (targetPage: number) => () => state.set({ page: targetPage > 1 ? String(targetPage) : '' })
  return (
    <Pager
      summary={first > total ? '—' : t('range', { first, last, total })}
      onPrevious={page > 1 ? goTo(page - 1) : undefined}
      onNext={page * pageSize < total ? goTo(page + 1) : undefined}
    />
  )
}
