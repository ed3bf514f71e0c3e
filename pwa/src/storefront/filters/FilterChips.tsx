import { formatPackage } from '@tsedra/contract/packages'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { type ListFilters, FILTERS_BUTTON_ID, type filterNames, clearedFilters } from '../use-list-filters.ts'

/** The active filters, each with a remove button, and a button that clears all. */
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
    // The activated button no longer exists, so the focus moves to the filters button.
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
