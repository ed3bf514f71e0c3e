import { htmlLang, languages } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../shared/i18n/language.ts'
import { chooseTheme, themes, useTheme } from '../shared/theme.ts'
import { nativeLanguageNames, useChooseLanguage } from './LanguageLinks.tsx'

/** Accessible name of a button group: a text, or the id of a visible label. */
type AccessibleName = { 'aria-label': string } | { 'aria-labelledby': string }

export function LanguageButtons(accessibleName: AccessibleName) {
  const choose = useChooseLanguage()
  const language = useLanguage()
  return (
    <div className="seg" role="group" {...accessibleName}>
      {languages.map((option) => (
        <button
          key={option}
          type="button"
          lang={htmlLang[option]}
          aria-pressed={option === language}
          onClick={() => choose(option)}
        >
          {nativeLanguageNames[option]}
        </button>
      ))}
    </div>
  )
}

export function ThemeButtons(accessibleName: AccessibleName) {
  const t = useTranslations('theme')
  const theme = useTheme()
  return (
    <div className="seg" role="group" {...accessibleName}>
      {themes.map((option) => (
        <button key={option} type="button" aria-pressed={option === theme} onClick={() => chooseTheme(option)}>
          {t(option)}
        </button>
      ))}
    </div>
  )
}
