import { useTranslations } from 'use-intl'
import { confirmedAt, useUnconfirmed } from '../catalogue/confirmed.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { formatMoment } from '../shared/i18n/moment.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { useOnline } from '../shared/network.ts'

/** Without a network, or when the shop does not answer: says so, and how old the prices on the screen are. */
export function StaleBar() {
  const t = useTranslations('offline')
  const language = useLanguage()
  const online = useOnline()
  const unconfirmed = useUnconfirmed()
  const at = confirmedAt(language)
  if (online && !(unconfirmed && at)) return null
  return (
    <p className="offbar" role="status">
      <Icon name="cloud-off" />
      <span>
        {t(online ? 'unanswered' : 'bar')} {at && t('asOf', { at: formatMoment(at, language) })}
      </span>
    </p>
  )
}
