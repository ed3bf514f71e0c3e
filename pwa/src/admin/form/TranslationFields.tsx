import { useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Language } from '@tsedra/contract/language'
import { LanguageTabs } from './LanguageTabs.tsx'
import { TextField } from './TextField.tsx'
import { languageTabs } from './translation-form.ts'

/** Tabs on which something is wrong. */
export function useInvalidTabs(): Language[] {
  const { errors } = useFormState()
  const translationErrors = errors['translations'] as unknown as readonly unknown[] | undefined
  return languageTabs.filter((_, index) => translationErrors?.[index])
}

/** Names and texts, one tab per language; after a look at the whole form the first tab that is wrong opens. */
export function TranslationFields({ hasShortDescription = false }: { hasShortDescription?: boolean }) {
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
  const prefix = `translations.${languageTabs.indexOf(selected)}`
  // What is folded away is shown when something in it is wrong.
  const hasSeoError = getFieldState(`${prefix}.seoTitle`).invalid || getFieldState(`${prefix}.seoDescription`).invalid
  return (
    <LanguageTabs selected={selected} invalid={invalidTabs} onSelect={setSelected}>
      <TextField key={`${prefix}.name`} name={`${prefix}.name`} label={t('name')} />
      {hasShortDescription && (
        <TextField
          key={`${prefix}.short`}
          name={`${prefix}.shortDescription`}
          label={t('shortDescription')}
          optionalLabel={t('optional')}
        />
      )}
      <TextField
        key={`${prefix}.text`}
        name={`${prefix}.description`}
        label={t('description')}
        optionalLabel={t('optional')}
        rows={4}
      />
      <details className="more" open={hasSeoError || undefined}>
        <summary>{t('seo')}</summary>
        <TextField
          key={`${prefix}.seo`}
          name={`${prefix}.seoTitle`}
          label={t('seoTitle')}
          optionalLabel={t('optional')}
        />
        <TextField
          key={`${prefix}.seoText`}
          name={`${prefix}.seoDescription`}
          label={t('seoDescription')}
          optionalLabel={t('optional')}
          rows={2}
        />
      </details>
    </LanguageTabs>
  )
}
