import { formatPackage } from '@tsedra/contract/packages'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useShopPackages } from './use-packages.ts'
import { useFieldErrorText } from './use-field-error-text.ts'

/** Checkboxes of the packages in which a product is sold. */
export function PackagesField({ name, label }: { name: string; label: string }) {
  const t = useTranslations('admin.form')
  const sizes = useShopPackages().map(({ size }) => size)
  const language = useLanguage()
  const getErrorText = useFieldErrorText()
  const { field, fieldState } = useController({ name })
  const selected = field.value as readonly string[]
  return (
    <fieldset className="field">
      <legend className="field__label">{label}</legend>
      <div className="chips">
        {sizes.map((size) => (
          <label key={size}>
            <input
              type="checkbox"
              checked={selected.includes(size)}
              onChange={({ target }) =>
                // In the order of the sizes, not of the clicks.
                field.onChange(
                  sizes.filter((candidate) => (candidate === size ? target.checked : selected.includes(candidate))),
                )
              }
            />
            <Icon name="check" />
            {formatPackage(size, language)}
          </label>
        ))}
      </div>
      {fieldState.error ? (
        <p className="field__error">
          <Icon name="circle-alert" />
          {getErrorText(name, fieldState.error, selected)}
        </p>
      ) : (
        <p className="field__hint">{t('packagesHint')}</p>
      )}
    </fieldset>
  )
}
