import { useTranslations } from 'use-intl'
import { translationFields } from './translation-form.ts'

const contentFields = [
  ...translationFields,
  'slug',
  'categoryId',
  'price',
  'imageUrl',
  'galleryImages',
  'availablePackages',
] as const
const settingFields = ['isActive', 'isFeatured', 'sortOrder'] as const
const labelledFields = [...contentFields, ...settingFields]

/** Somebody else has saved the same thing: what has become of it here, and of which fields one should think again. */
export function EditConflict({ paths }: { paths: readonly string[] }) {
  const t = useTranslations('admin.form')
  const fields = labelledFields.filter((field) => paths.some((path) => path.endsWith(`.${field}`)))
  return (
    <div className="note note--warn" role="alert">
      <b>{t('meanwhile.title')}</b>
      <p>{t('meanwhile.text')}</p>
      {fields.length > 0 && <p>{t('meanwhile.both', { fields: fields.map((field) => t(field)).join(', ') })}</p>}
    </div>
  )
}
