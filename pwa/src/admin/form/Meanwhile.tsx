import { useTranslations } from 'use-intl'
import { textFields } from './texts-form.ts'

const named = [...textFields, 'slug', 'categoryId', 'price', 'imageUrl', 'galleryImages', 'availablePackages'] as const
const alsoNamed = ['isActive', 'isFeatured', 'sortOrder'] as const
const all = [...named, ...alsoNamed]

/** Somebody else has saved the same thing: what has become of it here, and of which fields one should think again. */
export function Meanwhile({ paths }: { paths: readonly string[] }) {
  const t = useTranslations('admin.form')
  const fields = all.filter((field) => paths.some((path) => path.endsWith(`.${field}`)))
  return (
    <div className="note note--warn" role="alert">
      <b>{t('meanwhile.title')}</b>
      <p>{t('meanwhile.text')}</p>
      {fields.length > 0 && <p>{t('meanwhile.both', { fields: fields.map((field) => t(field)).join(', ') })}</p>}
    </div>
  )
}
