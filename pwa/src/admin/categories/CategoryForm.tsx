import type {
  CategoryInput,
  changeCategory,
  createCategory,
  getStaffCategory,
  StaffCategory,
} from '@tsedra/contract/admin-catalogue'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { CatalogueForm } from '../form/CatalogueForm.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { categoryLayout, categoryResolver, categoryTexts, toCategoryFormValues } from './category-form.ts'

const fetchCategory = ({ id }: StaffCategory) =>
  callApi<typeof getStaffCategory>('GET /api/admin/categories/:id', { params: { id } })

const saveCategory = ({ category, translations }: CategoryInput, existing: StaffCategory | undefined) =>
  existing
    ? callApi<typeof changeCategory>('PUT /api/admin/categories/:id', {
        params: { id: existing.id },
        body: { category: { ...category, version: existing.version }, translations },
      })
    : callApi<typeof createCategory>('POST /api/admin/categories', { body: { category, translations } })

/** The form of a category, or of a new one without `category`. */
export function CategoryForm({ category, onClose }: { category: StaffCategory | undefined; onClose: () => void }) {
  const t = useTranslations('admin')
  const { form, submit, busy, conflictingPaths, draft } = useCatalogueForm({
    entity: category,
    draftName: `category.${category?.id ?? 'new'}`,
    valuesKey: 'category',
    toValues: toCategoryFormValues,
    resolver: categoryResolver,
    refetch: fetchCategory,
    save: saveCategory,
    successMessage: t(category ? 'categories.changed' : 'categories.created'),
    onSaved: onClose,
  })
  return (
    <CatalogueForm
      entity="category"
      title={t(category ? 'categories.edit' : 'categories.add')}
      form={form}
      busy={busy}
      conflictingPaths={conflictingPaths}
      draft={draft}
      texts={categoryTexts}
      layout={categoryLayout}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
