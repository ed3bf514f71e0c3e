import { useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Language } from '@tsedra/contract/language'
import { LanguageTabs } from './LanguageTabs.tsx'
import { TextField } from './TextField.tsx'
import { tabs } from './texts-form.ts'

/** Tabs on which something is wrong. */
export function useWrongTabs(): Language[] {
  const { errors } = useFormState()
  const wrong = errors['translations'] as unknown as readonly unknown[] | undefined
  return tabs.filter((_, place) => wrong?.[place])
}

/** Names and texts, one tab per language; after a look at the whole form the first tab that is wrong opens. */
export function TextsFields({ withShort = false }: { withShort?: boolean }) {
  const t = useTranslations('admin.form')
  const [shown, setShown] = useState<Language>(tabs[0])
  const { submitCount } = useFormState()
  const { getFieldState } = useFormContext()
  const [seen, setSeen] = useState(submitCount)
  const wrong = useWrongTabs()
  const [first] = wrong
  if (submitCount !== seen) {
    setSeen(submitCount)
    if (first && !wrong.includes(shown)) setShown(first)
  }
  const at = `translations.${tabs.indexOf(shown)}`
  // What is folded away is shown when something in it is wrong.
  const seoWrong = getFieldState(`${at}.seoTitle`).invalid || getFieldState(`${at}.seoDescription`).invalid
  return (
    <LanguageTabs shown={shown} wrong={wrong} onShow={setShown}>
      <TextField key={`${at}.name`} name={`${at}.name`} label={t('name')} />
      {withShort && (
        <TextField
          key={`${at}.short`}
          name={`${at}.shortDescription`}
          label={t('shortDescription')}
          optional={t('optional')}
        />
      )}
      <TextField
        key={`${at}.text`}
        name={`${at}.description`}
        label={t('description')}
        optional={t('optional')}
        rows={4}
      />
      <details className="more" open={seoWrong || undefined}>
        <summary>{t('seo')}</summary>
        <TextField key={`${at}.seo`} name={`${at}.seoTitle`} label={t('seoTitle')} optional={t('optional')} />
        <TextField
          key={`${at}.seoText`}
          name={`${at}.seoDescription`}
          label={t('seoDescription')}
          optional={t('optional')}
          rows={2}
        />
      </details>
    </LanguageTabs>
  )
}
