import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Field } from '../../shared/ui/Field.tsx'
import type { SettingField as Name } from './setting-groups.ts'
import type { ShopFormValues } from './shop-settings-form.ts'

/** Number of lines; a field without is one line. */
const rows: Partial<Record<Name, number>> = { links: 3 }

/** A setting that is the same in every language. */
export function SettingField({ name }: { name: Name }) {
  const t = useTranslations('admin.shop')
  const { field, fieldState } = useController<ShopFormValues, `settings.${Name}`>({ name: `settings.${name}` })
  const lines = rows[name]
  return (
    <Field
      label={t(`fields.${name}`)}
      {...(name !== 'promiseHours' && { optionalLabel: t('optional') })}
      hint={name === 'links' ? t('linksHint') : undefined}
      {...(lines !== undefined && { rows: lines })}
      {...(name === 'promiseHours' && { inputMode: 'numeric' as const })}
      autoComplete="off"
      value={field.value}
      error={fieldState.error && t(`wrong.${name}`)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
