import { MAX_INFO_PAGE_LENGTH } from '@tsedra/contract/info-pages'
import type { Language } from '@tsedra/contract/language'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Field } from '../../shared/ui/Field.tsx'
import type { InfoPageFormValues } from './info-page-form.ts'

/** Number of lines. */
const ROWS = 14

/** The Markdown of one language. */
export function MarkdownField({ language }: { language: Language }) {
  const t = useTranslations('admin')
  const name = `texts.${language}` as const
  const { field, fieldState } = useController<InfoPageFormValues, typeof name>({ name })
  return (
    <Field
      label={`${t('pages.text')}, ${language.toUpperCase()}`}
      optionalLabel={t('form.optional')}
      hint={t('pages.hint')}
      rows={ROWS}
      value={field.value}
      error={fieldState.error && t('pages.wrong', { limit: MAX_INFO_PAGE_LENGTH })}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
