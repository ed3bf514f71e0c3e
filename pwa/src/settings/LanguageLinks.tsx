import { htmlLang, type Language, languages } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { getCurrentUser } from '../session/current-user.ts'
import { showToast } from '../shared/toasts.ts'
import { chooseLanguage, useLanguage } from '../shared/i18n/language.ts'

/** Languages are called by their own names. */
export const nativeLanguageNames: Record<Language, string> = { ua: 'Українська', ru: 'Русский', en: 'English' }

/** UA RU EN; the page and what is typed on it stay. */
export function LanguageLinks({ className = '' }: { className?: string }) {
  const t = useTranslations('language')
  const choose = useChooseLanguage()
  const current = useLanguage()
  return (
    <div className={`langs ${className}`} role="group" aria-label={t('label')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={htmlLang[language]}
          aria-current={language === current}
          onClick={() => choose(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  )
}

/** Changes the language, or says why it stays as it is. */
export function useChooseLanguage(): (language: Language) => void {
  const t = useTranslations('error')
  return (language) => {
    chooseLanguage(language).then(
      () => {
        if (getCurrentUser())
          void import('../accounts/session.ts').then((session) => session.saveAccountLanguage(language))
      },
      () => showToast({ title: t('title'), text: t('network'), kind: 'bad' }),
    )
  }
}
