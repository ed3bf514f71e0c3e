import { useTranslations } from 'use-intl'
import { getConfirmedAt, useIsUnconfirmed } from '../catalogue/catalogue-freshness.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { useOnline } from '../shared/use-online.ts'

/** Shows that the device is offline or the server unreachable, and the age of the prices on the screen. */
export function StaleDataBanner() {
  const t = useTranslations('offline')
  const language = useLanguage()
  const isOnline = useOnline()
  const isUnconfirmed = useIsUnconfirmed()
  const lastConfirmedAt = getConfirmedAt(language)
  if (isOnline && !(isUnconfirmed && lastConfirmedAt)) return null
  return (
    <p className="offline-banner" role="status">
      <Icon name="cloud-off" />
      <span>
        {t(isOnline ? 'unanswered' : 'bar')}{' '}
        {lastConfirmedAt && t('asOf', { at: formatDateTime(lastConfirmedAt, language) })}
      </span>
    </p>
  )
}
