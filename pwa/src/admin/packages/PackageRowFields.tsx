import { formatPackage } from '@tsedra/contract/packages'
import { useController, useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { type PackagesFormValues, readSize } from './packages-form.ts'

interface Props {
  rowKey: string
  isFirst: boolean
  /** Undefined for the only row, which stays. */
  onRemove: (() => void) | undefined
  onMoveUp: () => void
}

/** Weight and multiplier of a package size; the label of the weight is what customers see. */
export function PackageRowFields({ rowKey, isFirst, onRemove, onMoveUp }: Props) {
  const t = useTranslations('admin.packages')
  const language = useLanguage()
  const { field: weight } = useController<PackagesFormValues, `packages.${string}.weight`>({
    name: `packages.${rowKey}.weight`,
  })
  const { field: multiplier } = useController<PackagesFormValues, `packages.${string}.multiplier`>({
    name: `packages.${rowKey}.multiplier`,
  })
  const errors = useFormState<PackagesFormValues>().errors.packages?.[rowKey]
  const size = readSize({ weight: weight.value })
  const name = size ? formatPackage(size, language) : t('newSize')
  return (
    <li className="package-rows__row" aria-label={name}>
      <Field
        label={t('weight')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={weight.value}
        hint={size && t('label', { size: name })}
        error={errors?.weight && t(errors.weight.type === 'repeated' ? 'wrong.repeated' : 'wrong.weight')}
        onChange={weight.onChange}
        onBlur={weight.onBlur}
        inputRef={weight.ref}
      />
      <Field
        label={t('multiplier')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        value={multiplier.value}
        error={errors?.multiplier && t('wrong.multiplier')}
        onChange={multiplier.onChange}
        onBlur={multiplier.onBlur}
        inputRef={multiplier.ref}
      />
      <div className="package-rows__buttons">
        <button
          type="button"
          className="icon-btn"
          aria-label={t('moveUp', { size: name })}
          disabled={isFirst}
          onClick={onMoveUp}
        >
          <Icon name="arrow-up" size="i--sm" />
        </button>
        <button
          type="button"
          className="icon-btn"
          aria-label={t('remove', { size: name })}
          disabled={!onRemove}
          onClick={onRemove}
        >
          <Icon name="trash-2" size="i--sm" />
        </button>
      </div>
    </li>
  )
}
