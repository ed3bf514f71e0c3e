import { htmlLang, languages } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../shared/i18n/language.ts'
import { chooseTheme, themes, useTheme } from '../shared/theme.ts'
import { ownNames, useChooseLanguage } from './LanguageLinks.tsx'

/** What a group of buttons is called: by a text of its own or by what stands beside it. */
type Named = { 'aria-label': string } | { 'aria-labelledby': string }

export function LanguageChoice(named: Named) {
  const choose = useChooseLanguage()
  const language = useLanguage()
  return (
    <div className="seg" role="group" {...named}>
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
  )
}

export function ThemeChoice(named: Named) {
  const t = useTranslations('theme')
  const theme = useTheme()
  return (
    <div className="seg" role="group" {...named}>
      {themes.map((each) => (
        <button key={each} type="button" aria-pressed={each === theme} onClick={() => chooseTheme(each)}>
          {t(each)}
        </button>
      ))}
    </div>
  )
}
