import { useTranslations } from 'use-intl'
import { formatMoney, formatPackage } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { type Chosen, FILTERS_ID, type filters, noFilters } from '../chosen.ts'

/** Every filter that is on, to be taken back one by one or all at once. */
export function FilterChips({ chosen }: { chosen: Chosen }) {
  const t = useTranslations('list')
  const language = useLanguage()
  const { filter, active, change } = chosen
  const money = (kopiykas = 0) => formatMoney(kopiykas, language)
  const names: Record<(typeof filters)[number], () => string> = {
    package: () => (filter.package ? formatPackage(filter.package, language) : ''),
    from: () => t('from', { price: money(filter.minPrice) }),
    to: () => t('to', { price: money(filter.maxPrice) }),
    featured: () => t('featured'),
  }

  function remove(choices: Parameters<Chosen['change']>[0]): void {
    change(choices)
    // What was touched is gone.
    document.getElementById(FILTERS_ID)?.focus()
  }

  return (
    <>
      {active.map((each) => (
        <button
          key={each}
          type="button"
          className="btn btn--soft btn--sm"
          aria-label={t('remove', { filter: names[each]() })}
          onClick={() => remove({ [each]: '' })}
        >
          {names[each]()}
          <Icon name="x" size="i--sm" />
        </button>
      ))}
      <button type="button" className="btn btn--quiet btn--sm" onClick={() => remove(noFilters)}>
        {t('clear')}
      </button>
    </>
  )
}
