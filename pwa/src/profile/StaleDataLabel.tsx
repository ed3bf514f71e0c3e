import { useTranslations } from 'use-intl'
import { Icon } from '../shared/ui/Icon.tsx'

/** Marks data as stale. It replaces the count, so that it causes no layout shift. */
export function StaleDataLabel() {
  const t = useTranslations('profile')
  return (
    <span className="stale-label sm" role="status">
      <Icon name="cloud-off" size="i--sm" />
      {t('lastKnown')}
    </span>
  )
}
