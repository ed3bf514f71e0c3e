import { useTranslations } from 'use-intl'
import { formatMoney, formatPackage } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { type ListFilters, FILTERS_BUTTON_ID, type filterNames, clearedFilters } from '../use-list-filters.ts'

/** Every filter that is on, to be taken back one by one or all at once. */
export function FilterChips({ listFilters }: { listFilters: ListFilters }) {
  const t = useTranslations('list')
  const language = useLanguage()
  const { filter, activeFilters, update } = listFilters
  const formatPrice = (kopiykas = 0) => formatMoney(kopiykas, language)
  const labels: Record<(typeof filterNames)[number], () => string> = {
    package: () => (filter.package ? formatPackage(filter.package, language) : ''),
    from: () => t('from', { price: formatPrice(filter.minPrice) }),
    to: () => t('to', { price: formatPrice(filter.maxPrice) }),
    featured: () => t('featured'),
  }

  function removeFilters(changes: Parameters<ListFilters['update']>[0]): void {
    update(changes)
    // What was touched is gone.
    document.getElementById(FILTERS_BUTTON_ID)?.focus()
  }

  return (
    <>
      {activeFilters.map((name) => (
        <button
          key={name}
          type="button"
          className="btn btn--soft btn--sm"
          aria-label={t('remove', { filter: labels[name]() })}
          onClick={() => removeFilters({ [name]: '' })}
        >
          {labels[name]()}
          <Icon name="x" size="i--sm" />
        </button>
      ))}
      <button type="button" className="btn btn--quiet btn--sm" onClick={() => removeFilters(clearedFilters)}>
        {t('clear')}
      </button>
    </>
  )
}
