import { languages } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { chooseTheme, themes, useTheme } from '../../shared/theme.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { nativeLanguageNames, useChooseLanguage } from '../../settings/LanguageLinks.tsx'
import { closeOverlay } from '../../shared/overlay-state.ts'

export function LanguageDialog() {
  const t = useTranslations('language')
  const chooseLanguage = useChooseLanguage()
  const current = useLanguage()
  return (
    <OptionsDialog
      title={t('label')}
      options={languages.map((language) => ({
        key: language,
        label: nativeLanguageNames[language],
        isCurrent: language === current,
        onSelect: () => chooseLanguage(language),
      }))}
    />
  )
}

export function ThemeDialog() {
  const t = useTranslations('theme')
  const current = useTheme()
  return (
    <OptionsDialog
      title={t('label')}
      options={themes.map((theme) => ({
        key: theme,
        label: t(theme),
        isCurrent: theme === current,
        onSelect: () => chooseTheme(theme),
      }))}
    />
  )
}

interface Option {
  key: string
  label: string
  isCurrent: boolean
  onSelect: () => void
}

function OptionsDialog({ title, options }: { title: string; options: Option[] }) {
  return (
    <Dialog title={title} onClose={closeOverlay} className="choices">
      <div className="menu" role="radiogroup" aria-label={title}>
        {options.map(({ key, label, isCurrent, onSelect }) => (
          <button
            key={key}
            type="button"
            role="radio"
            aria-checked={isCurrent}
            onClick={() => {
              onSelect()
              closeOverlay()
            }}
          >
            {label}
            <span className="tick">
              <Icon name="check" size="i--sm" />
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  )
}
