import type { InfoPageTexts, StaffInfoPage } from '@tsedra/contract/info-pages'
import { useTranslations } from 'use-intl'

import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { formatKyivDateTime } from '../orders/format-order.ts'

interface Props {
  page: StaffInfoPage
  /** Fills the form; saving it makes a new version. */
  onRestore: (texts: InfoPageTexts) => void
}

/** The versions before the present one, the newest first. */
export function VersionHistory({ page: { history }, onRestore }: Props) {
  const t = useTranslations('admin.pages')
  const language = useLanguage()
  const earlier = history.slice(1)
  return (
    <section className="info-pages">
      <h3 className="serif t-1">{t('history')}</h3>
      {earlier.length === 0 && <p className="muted sm">{t('none')}</p>}
      <ul>
        {earlier.map(({ version, texts, createdAt }) => (
          <li key={version}>
            <button type="button" className="btn btn--line btn--sm" onClick={() => onRestore(texts)}>
              <Icon name="history" size="i--sm" />
              {t('restore', { time: formatKyivDateTime(createdAt, language) })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
