import { htmlLang, type Language } from '@tsedra/contract/language'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { nativeLanguageNames } from '../../settings/LanguageLinks.tsx'
import { languageTabs } from './translation-form.ts'

interface Props {
  selected: Language
  /** Tabs with a field that has an error. */
  invalid: readonly Language[]
  onSelect: (language: Language) => void
  children: ReactNode
}

const arrowSteps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Shows the texts of one language; arrow keys select a tab. */
export function LanguageTabs({ selected, invalid, onSelect, children }: Props) {
  const t = useTranslations()
  const id = useId()

  function onKeyDown({ key, currentTarget }: KeyboardEvent): void {
    const step = arrowSteps[key]
    const next =
      step && languageTabs[(languageTabs.indexOf(selected) + step + languageTabs.length) % languageTabs.length]
    if (!next) return
    onSelect(next)
    currentTarget.parentElement?.querySelector<HTMLElement>(`[lang="${htmlLang[next]}"]`)?.focus()
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={t('language.label')}>
        {languageTabs.map((language) => (
          <button
            key={language}
            type="button"
            role="tab"
            id={`${id}-${language}`}
            lang={htmlLang[language]}
            aria-selected={language === selected}
            aria-controls={`${id}-texts`}
            tabIndex={language === selected ? 0 : -1}
            onClick={() => onSelect(language)}
            onKeyDown={onKeyDown}
          >
            {nativeLanguageNames[language]}
            {invalid.includes(language) && <span className="dot" role="img" aria-label={t('admin.form.tabWrong')} />}
          </button>
        ))}
      </div>
      <div className="product-form__texts" role="tabpanel" id={`${id}-texts`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}
