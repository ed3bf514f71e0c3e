import { htmlLang, type Language, languages } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { getCurrentUser } from '../session/current-user.ts'
import { showToast } from '../shared/toasts.ts'
import { addLanguage } from '../shared/i18n/language-address.ts'
import { chooseLanguage, useLanguage } from '../shared/i18n/language.ts'
import { useLocation } from '../shared/router/Router.tsx'

/** The name of each language in that language. */
export const nativeLanguageNames: Record<Language, string> = { ua: 'Українська', ru: 'Русский', en: 'English' }

/** Buttons UA, RU and EN; a change keeps the page and its form state. */
export function LanguageLinks({ className = '' }: { className?: string }) {
  const t = useTranslations('language')
  const choose = useChooseLanguage()
  const current = useLanguage()
  return (
    <div className={`langs ${className}`} role="group" aria-label={t('label')}>
      {import.meta.env.SSR ? (
        <LanguageAddresses current={current} />
      ) : (
        languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={htmlLang[language]}
            aria-current={language === current}
            onClick={() => choose(language)}
          >
            {language.toUpperCase()}
          </button>
        ))
      )}
    </div>
  )
}

/** The same in the server's HTML: links work without scripts. */
function LanguageAddresses({ current }: { current: Language }) {
  const { pathname } = useLocation()
  return languages.map((language) => (
    <a
      key={language}
      href={addLanguage(pathname, language)}
      lang={htmlLang[language]}
      hrefLang={htmlLang[language]}
      aria-current={language === current}
    >
      {language.toUpperCase()}
    </a>
  ))
}

/** Returns a function that changes the language, and shows a toast if its texts cannot be loaded. */
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
