import { useTranslations } from 'use-intl'
import { Icon } from '../shared/ui/Icon.tsx'

/** Said beside what is shown although the shop did not answer; it takes the place of the count, so nothing moves. */
export function StaleDataLabel() {
  const t = useTranslations('profile')
  return (
    <span className="stale-label sm" role="status">
      <Icon name="cloud-off" size="i--sm" />
      {t('lastKnown')}
    </span>
  )
}
