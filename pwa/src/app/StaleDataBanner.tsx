import { useTranslations } from 'use-intl'
import { getConfirmedAt, useIsUnconfirmed } from '../catalogue/catalogue-freshness.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { useOnline } from '../shared/use-online.ts'

/** Shows that the device is offline or the server unreachable; `PriceAge` shows the age of the prices beside them. */
export function StaleDataBanner() {
  const t = useTranslations('offline')
  const language = useLanguage()
  const isOnline = useOnline()
  const isUnconfirmed = useIsUnconfirmed()
  if (isOnline && !(isUnconfirmed && getConfirmedAt(language))) return null
  return (
    <p className="offline-banner" role="status">
      <Icon name="cloud-off" />
      <span>{t(isOnline ? 'unanswered' : 'bar')}</span>
    </p>
  )
}
