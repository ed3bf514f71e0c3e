import { htmlLang, type Language } from '@tsedra/contract/language'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { ownNames } from '../../settings/LanguageLinks.tsx'
import { tabs } from './texts-form.ts'

interface Props {
  shown: Language
  /** Tabs with something wrong on them. */
  wrong: readonly Language[]
  onShow: (language: Language) => void
  children: ReactNode
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** The texts of one language at a time; arrows go from tab to tab. */
export function LanguageTabs({ shown, wrong, onShow, children }: Props) {
  const t = useTranslations()
  const id = useId()

  function onKeyDown({ key, currentTarget }: KeyboardEvent): void {
    const step = steps[key]
    const next = step && tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length]
    if (!next) return
    onShow(next)
    currentTarget.parentElement?.querySelector<HTMLElement>(`[lang="${htmlLang[next]}"]`)?.focus()
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={t('language.label')}>
        {tabs.map((language) => (
          <button
            key={language}
            type="button"
            role="tab"
            id={`${id}-${language}`}
            lang={htmlLang[language]}
            aria-selected={language === shown}
            aria-controls={`${id}-texts`}
            tabIndex={language === shown ? 0 : -1}
            onClick={() => onShow(language)}
            onKeyDown={onKeyDown}
          >
            {ownNames[language]}
            {wrong.includes(language) && <span className="dot" role="img" aria-label={t('admin.form.tabWrong')} />}
          </button>
        ))}
      </div>
      <div className="pform__texts" role="tabpanel" id={`${id}-texts`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  )
}
