import { useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Language } from '@tsedra/contract/language'
import { CopyFromUkrainian } from './CopyFromUkrainian.tsx'
import { LanguageTabs } from './LanguageTabs.tsx'
import { TextField } from './TextField.tsx'
import { languageTabs, type TextName } from './translation-form.ts'

/** Returns the tabs with a field that has an error. */
export function useInvalidTabs(): Language[] {
  const { errors } = useFormState()
  const translationErrors = errors['translations'] as unknown as readonly unknown[] | undefined
  return languageTabs.filter((_, index) => translationErrors?.[index])
}

/** Rows of a textarea; a text without is one line. */
const textareaRows: Partial<Record<TextName, number>> = { description: 4, reason: 2, seoDescription: 2 }
const pathOf = (language: (typeof languageTabs)[number]) => `translations.${languageTabs.indexOf(language)}`
const isSeo = (text: TextName) => text.startsWith('seo')

/** Names and texts, one tab per language; a failed submit opens the first tab with an error. */
export function TranslationFields({ texts }: { texts: readonly TextName[] }) {
  const t = useTranslations('admin.form')
  const [selected, setSelected] = useState<Language>(languageTabs[0])
  const { submitCount } = useFormState()
  const { getFieldState } = useFormContext()
  const [seenSubmitCount, setSeenSubmitCount] = useState(submitCount)
  const invalidTabs = useInvalidTabs()
  const [firstInvalid] = invalidTabs
  if (submitCount !== seenSubmitCount) {
    setSeenSubmitCount(submitCount)
    if (firstInvalid && !invalidTabs.includes(selected)) setSelected(firstInvalid)
  }
  const [prefix, ukrainianPrefix] = [pathOf(selected), pathOf('ua')]
  const seoTexts = texts.filter(isSeo)
  // The collapsed part opens when one of its fields has an error.
  const hasSeoError = seoTexts.some((text) => getFieldState(`${prefix}.${text}`).invalid)
  const renderField = (text: TextName) => {
    const rows = textareaRows[text]
    const path = `${prefix}.${text}`
    return (
      <div key={path} className="text-field">
        <TextField
          name={path}
          label={t(text)}
          {...(text !== 'name' && { optionalLabel: t('optional') })}
          {...(rows !== undefined && { rows })}
        />
        {selected !== 'ua' && <CopyFromUkrainian source={`${ukrainianPrefix}.${text}`} target={path} label={t(text)} />}
      </div>
    )
  }
  return (
    <LanguageTabs selected={selected} invalid={invalidTabs} onSelect={setSelected}>
      {texts.filter((text) => !isSeo(text)).map(renderField)}
      {seoTexts.length > 0 && (
        <details className="more" open={hasSeoError || undefined}>
          <summary>{t('seo')}</summary>
          {seoTexts.map(renderField)}
        </details>
      )}
    </LanguageTabs>
  )
}
