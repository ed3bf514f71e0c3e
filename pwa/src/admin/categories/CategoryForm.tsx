import type {
  CategoryInput,
  changeCategory,
  createCategory,
  getStaffCategory,
  StaffCategory,
} from '@tsedra/contract/admin-catalogue'
import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { EditConflict } from '../form/EditConflict.tsx'
import { PictureField } from '../form/PictureField.tsx'
import { Switch } from '../form/Switch.tsx'
import { TextField } from '../form/TextField.tsx'
import { TranslationFields } from '../form/TranslationFields.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { toCategoryFormValues, categoryResolver } from './category-form.ts'

const fetchCategory = ({ id }: StaffCategory) =>
  callApi<typeof getStaffCategory>('GET /api/admin/categories/:id', { params: { id } })

const saveCategory = ({ category, translations }: CategoryInput, existing: StaffCategory | undefined) =>
  existing
    ? callApi<typeof changeCategory>('PUT /api/admin/categories/:id', {
        params: { id: existing.id },
        body: { category: { ...category, version: existing.version }, translations },
      })
    : callApi<typeof createCategory>('POST /api/admin/categories', { body: { category, translations } })

/** A category with everything that can be said about it; new without `category`. */
export function CategoryForm({ category, onClose }: { category: StaffCategory | undefined; onClose: () => void }) {
  const t = useTranslations('admin')
  const { form, submit, busy, conflictingPaths } = useCatalogueForm({
    entity: category,
    valuesKey: 'category',
    toValues: toCategoryFormValues,
    resolver: categoryResolver,
    refetch: fetchCategory,
    save: saveCategory,
    successMessage: t(category ? 'categories.changed' : 'categories.created'),
    onSaved: onClose,
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t(category ? 'categories.edit' : 'categories.add')}
        busy={busy}
        banner={conflictingPaths && <EditConflict paths={conflictingPaths} />}
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="pform__main">
          <TranslationFields />
        </div>
        <div className="pform__side">
          <PictureField name="category.imageUrl" />
          <div className="two">
            <TextField
              name="category.slug"
              label={t('form.slug')}
              optionalLabel={t('form.optional')}
              hint={t('form.slugHint')}
            />
            <TextField
              name="category.sortOrder"
              label={t('form.sortOrder')}
              optionalLabel={t('form.optional')}
              inputMode="numeric"
            />
          </div>
          <Switch name="category.isActive" label={t('form.isActive')} />
        </div>
      </FormDialog>
    </FormProvider>
  )
}
