import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OverlayBoundary } from '../../shared/ui/OverlayBoundary.tsx'
import { withMessages } from '../../shared/i18n/language.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { type ListFilters, FILTERS_BUTTON_ID, sorts } from '../use-list-filters.ts'
import { setCompactList, useCompactList } from './list-layout.ts'
import './list.css'

const FilterDrawer = lazyComponent(() =>
  withMessages('list', import('../filters/FilterDrawer.tsx')).then(({ FilterDrawer }) => FilterDrawer),
)

/** The filters button, the sort selection and, on phones, the layout of a list. */
export function ListToolbar({ listFilters }: { listFilters: ListFilters }) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  const isCompact = useCompactList()
  const { filter, activeFilters, update } = listFilters
  return (
    <div className="list-toolbar">
      <button type="button" className="btn btn--line" id={FILTERS_BUTTON_ID} onClick={() => setIsOpen(true)}>
        <Icon name="settings-2" size="i--sm" />
        {t('sort.filters')}
        {activeFilters.length > 0 && <span className="list-toolbar__count">{activeFilters.length}</span>}
      </button>
      <label className="select">
        <span className="visually-hidden">{t('sort.label')}</span>
        <select className="input" value={filter.sort} onChange={({ target }) => update({ sort: target.value })}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </label>
      <button
        type="button"
        className="btn btn--line list-toolbar__layout"
        aria-pressed={isCompact}
        aria-label={t('sort.compact')}
        onClick={() => setCompactList(!isCompact)}
      >
        <Icon name="menu" />
      </button>
      {isOpen && (
        <OverlayBoundary onClose={() => setIsOpen(false)}>
          <FilterDrawer listFilters={listFilters} onClose={() => setIsOpen(false)} />
        </OverlayBoundary>
      )}
    </div>
  )
}
