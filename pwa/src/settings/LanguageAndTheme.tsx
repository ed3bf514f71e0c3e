import { useTranslations } from 'use-intl'
import { LanguageButtons, ThemeButtons } from './PreferenceButtons.tsx'

/** Selects language and theme. The language is saved in the account, the theme on this device. */
export function LanguageAndTheme() {
  const t = useTranslations()
  return (
    <div className="settings-section__body">
      <div className="field">
        <span className="field__label" id="set-language">
          {t('language.label')}
        </span>
        <LanguageButtons aria-labelledby="set-language" />
        <p className="field__hint">{t('settings.look.language')}</p>
      </div>
      <div className="field">
        <span className="field__label" id="set-theme">
          {t('theme.label')}
        </span>
        <ThemeButtons aria-labelledby="set-theme" />
        <p className="field__hint">{t('settings.look.theme')}</p>
      </div>
    </div>
  )
}
