import { languages } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { chooseTheme, themes, useTheme } from '../../shared/theme.ts'
import { OverlayMenu } from '../../shared/ui/OverlayMenu.tsx'
import { nativeLanguageNames, useChooseLanguage } from '../../settings/LanguageLinks.tsx'

export function LanguageMenu() {
  const t = useTranslations('language')
  const chooseLanguage = useChooseLanguage()
  const current = useLanguage()
  return (
    <OverlayMenu
      label={t('label')}
      items={languages.map((language) => ({
        label: nativeLanguageNames[language],
        isChecked: language === current,
        onSelect: () => chooseLanguage(language),
      }))}
    />
  )
}

export function ThemeMenu() {
  const t = useTranslations('theme')
  const current = useTheme()
  return (
    <OverlayMenu
      label={t('label')}
      items={themes.map((theme) => ({
        label: t(theme),
        isChecked: theme === current,
        onSelect: () => chooseTheme(theme),
      }))}
    />
  )
}
