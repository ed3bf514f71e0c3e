import { useTranslations } from 'use-intl'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { useOnline } from '../shared/use-online.ts'
import { getConfirmedAt, useIsUnconfirmed } from './catalogue-freshness.ts'

/** Shows the age of the prices beside a sum, while the device is offline or the server unreachable. */
export function PriceAge() {
  const t = useTranslations('offline')
  const language = useLanguage()
  const isOnline = useOnline()
  const isUnconfirmed = useIsUnconfirmed()
  const confirmedAt = getConfirmedAt(language)
  if (!confirmedAt || (isOnline && !isUnconfirmed)) return null
  return <p className="sm muted">{t('asOf', { at: formatDateTime(confirmedAt, language) })}</p>
}
