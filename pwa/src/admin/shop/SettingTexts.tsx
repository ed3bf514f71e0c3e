import type { Language } from '@tsedra/contract/language'
import { settingTexts, type SettingText } from '@tsedra/contract/shop-settings'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Field } from '../../shared/ui/Field.tsx'
import { languageTabs } from '../form/translation-form.ts'
import type { ShopFormValues } from './shop-settings-form.ts'

/** Length from which a text has two lines. */
const LONG_TEXT = 160

/** One text in every language, side by side. */
export const SettingTexts = ({ name }: { name: SettingText }) => (
  <div className="two">
    {languageTabs.map((language) => (
      <LanguageField key={language} name={name} language={language} />
    ))}
  </div>
)

function LanguageField({ name, language }: { name: SettingText; language: Language }) {
  const t = useTranslations('admin.shop')
  const path = `settings.texts.${name}.${language}` as const
  const { field, fieldState } = useController<ShopFormValues, typeof path>({ name: path })
  const limit = settingTexts[name]
  return (
    <Field
      label={`${t(`fields.${name}`)}, ${language.toUpperCase()}`}
      optionalLabel={t('optional')}
      {...(limit >= LONG_TEXT && { rows: 2 })}
      autoComplete="off"
      value={field.value}
      error={fieldState.error && t('wrong.text', { limit })}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
