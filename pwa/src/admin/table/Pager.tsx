import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { PageState } from './page-state.ts'

interface Props {
  /** What is shown of how much. */
  text: string
  /** Undefined where there is no such page. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The page before and the one after. */
export function Pager({ text, onPrevious, onNext }: Props) {
  const t = useTranslations('admin.pager')
  return (
    <nav className="pager" aria-label={t('label')}>
      <button type="button" className="ibtn" aria-label={t('previous')} disabled={!onPrevious} onClick={onPrevious}>
        <Icon name="chevron-left" />
      </button>
      <span role="status">{text}</span>
      <button type="button" className="ibtn" aria-label={t('next')} disabled={!onNext} onClick={onNext}>
        <Icon name="chevron-right" />
      </button>
    </nav>
  )
}

/** Of a list that is asked for with `limit` and `offset`; nothing when one page holds it all. */
export function OffsetPager({ state, size, total }: { state: PageState; size: number; total: number }) {
  const t = useTranslations('admin.pager')
  const { page } = state
  if (total <= size && page === 1) return null
  const first = (page - 1) * size + 1
  const last = Math.min(page * size, total)
  const goTo = (wanted: number) => () => state.set({ page: wanted > 1 ? String(wanted) : '' })
  return (
    <Pager
      text={first > total ? '—' : t('range', { first, last, total })}
      onPrevious={page > 1 ? goTo(page - 1) : undefined}
      onNext={page * size < total ? goTo(page + 1) : undefined}
    />
  )
}
