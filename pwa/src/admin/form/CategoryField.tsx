import type { listStaffCategories } from '@tsedra/contract/admin-catalogue'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAdminQuery } from '../use-admin-query.ts'

/** Selects the category of a product; a hint names the consequence of none. */
export function CategoryField({ name, label }: { name: string; label: string }) {
  const t = useTranslations('admin.form')
  const language = useLanguage()
  const { field } = useController({ name })
  const { data } = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { lang: language, limit: '100' },
  })
  return (
    <div className="field">
      <label className="field__label" htmlFor="product-category">
        {label}
      </label>
      <div className="select">
        <select className="input" id="product-category" {...field}>
          <option value="">{t('noCategory')}</option>
          {data?.categories.map((category) => (
            <option key={category.id} value={category.id}>
              {getName(category, language)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      {field.value === '' && (
        <p className="field__hint mark-warn">
          <Icon name="circle-alert" />
          {t('noCategoryHint')}
        </p>
      )}
    </div>
  )
}
