import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Over } from '../../shared/ui/Over.tsx'
import { withTexts } from '../../shared/i18n/language.ts'
import { lazily } from '../../shared/lazily.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { type Chosen, FILTERS_ID, sorts } from '../chosen.ts'
import './list.css'

const FilterPanel = lazily(() =>
  withTexts('list', import('../filters/FilterPanel.tsx')).then(({ FilterPanel }) => FilterPanel),
)

/** How a list is narrowed and sorted. */
export function ListBar({ chosen }: { chosen: Chosen }) {
  const t = useTranslations()
  const [opened, setOpened] = useState(false)
  const { filter, active, change } = chosen
  return (
    <div className="lbar">
      <button type="button" className="btn btn--line" id={FILTERS_ID} onClick={() => setOpened(true)}>
        <Icon name="settings-2" size="i--sm" />
        {t('sort.filters')}
        {active.length > 0 && <span className="lbar__count">{active.length}</span>}
      </button>
      <label className="select">
        <span className="vh">{t('sort.label')}</span>
        <select className="input" value={filter.sort} onChange={({ target }) => change({ sort: target.value })}>
          {sorts.map((each) => (
            <option key={each} value={each}>
              {t(`sort.${each}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </label>
      {opened && (
        <Over onClose={() => setOpened(false)}>
          <FilterPanel chosen={chosen} onClose={() => setOpened(false)} />
        </Over>
      )}
    </div>
  )
}
