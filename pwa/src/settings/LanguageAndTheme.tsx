import { htmlLang, languages } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { ownNames, useChooseLanguage } from '../app/LanguageLinks.tsx'
import { useLanguage } from '../shared/language.ts'
import { chooseTheme, themes, useTheme } from '../shared/theme.ts'

/** How the shop looks and speaks. The language follows the account, the theme stays on this device. */
export function LanguageAndTheme() {
  const t = useTranslations()
  const choose = useChooseLanguage()
  const language = useLanguage()
  const theme = useTheme()
  return (
    <div className="set__in">
      <div className="field">
        <span className="field__label" id="set-language">
          {t('language.label')}
        </span>
        <div className="seg" role="group" aria-labelledby="set-language">
          {languages.map((each) => (
            <button
              key={each}
              type="button"
              lang={htmlLang[each]}
              aria-pressed={each === language}
              onClick={() => choose(each)}
            >
              {ownNames[each]}
            </button>
          ))}
        </div>
        <p className="field__hint">{t('settings.look.language')}</p>
      </div>
      <div className="field">
        <span className="field__label" id="set-theme">
          {t('theme.label')}
        </span>
        <div className="seg" role="group" aria-labelledby="set-theme">
          {themes.map((each) => (
            <button key={each} type="button" aria-pressed={each === theme} onClick={() => chooseTheme(each)}>
              {t(`theme.${each}`)}
            </button>
          ))}
        </div>
        <p className="field__hint">{t('settings.look.theme')}</p>
      </div>
    </div>
  )
}
