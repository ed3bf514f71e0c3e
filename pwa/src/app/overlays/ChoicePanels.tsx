import { languages } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { chooseTheme, themes, useTheme } from '../../shared/theme.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ownNames, useChooseLanguage } from '../../settings/LanguageLinks.tsx'
import { closePanel } from '../../shared/panels.ts'

export function LanguagePanel() {
  const t = useTranslations('language')
  const choose = useChooseLanguage()
  const current = useLanguage()
  return (
    <Choices
      title={t('label')}
      choices={languages.map((each) => ({
        key: each,
        label: ownNames[each],
        current: each === current,
        choose: () => choose(each),
      }))}
    />
  )
}

export function ThemePanel() {
  const t = useTranslations('theme')
  const current = useTheme()
  return (
    <Choices
      title={t('label')}
      choices={themes.map((each) => ({
        key: each,
        label: t(each),
        current: each === current,
        choose: () => chooseTheme(each),
      }))}
    />
  )
}

interface Choice {
  key: string
  label: string
  current: boolean
  choose: () => void
}

function Choices({ title, choices }: { title: string; choices: Choice[] }) {
  return (
    <Dialog title={title} onClose={closePanel} className="choices">
      <div className="menu" role="radiogroup" aria-label={title}>
        {choices.map(({ key, label, current, choose }) => (
          <button
            key={key}
            type="button"
            role="radio"
            aria-checked={current}
            onClick={() => {
              choose()
              closePanel()
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
