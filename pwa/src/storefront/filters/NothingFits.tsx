import { useTranslations } from 'use-intl'
import { Empty } from '../../shared/ui/Empty.tsx'
import { type Chosen, FILTERS_ID, noFilters } from '../chosen.ts'

/** Nothing is left, and the filters may be why. */
export function NothingFits({ chosen }: { chosen: Chosen }) {
  const t = useTranslations('list')
  return (
    <Empty icon="settings-2" title={t('none')} text={t('noneText')}>
      <button
        type="button"
        className="btn btn--line"
        onClick={() => {
          chosen.change(noFilters)
          document.getElementById(FILTERS_ID)?.focus()
        }}
      >
        {t('clear')}
      </button>
    </Empty>
  )
}
