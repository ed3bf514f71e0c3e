import { useTranslations } from 'use-intl'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { type ListFilters, FILTERS_BUTTON_ID, clearedFilters } from '../use-list-filters.ts'

/** The empty state of a filtered list, with a button that clears the filters. */
export function NoMatches({ listFilters }: { listFilters: ListFilters }) {
  const t = useTranslations('list')
  return (
    <EmptyState icon="settings-2" title={t('none')} text={t('noneText')}>
      <button
        type="button"
        className="btn btn--line"
        onClick={() => {
          listFilters.update(clearedFilters)
          document.getElementById(FILTERS_BUTTON_ID)?.focus()
        }}
      >
        {t('clear')}
      </button>
    </EmptyState>
  )
}
