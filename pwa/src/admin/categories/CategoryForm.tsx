import type {
  CategoryInput,
  changeCategory,
  createCategory,
  getStaffCategory,
  StaffCategory,
} from '@tsedra/contract/admin-catalogue'
import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { call } from '../../shared/api.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { Meanwhile } from '../form/Meanwhile.tsx'
import { PictureField } from '../form/PictureField.tsx'
import { Switch } from '../form/Switch.tsx'
import { TextField } from '../form/TextField.tsx'
import { TextsFields } from '../form/TextsFields.tsx'
import { useShelfForm } from '../form/use-shelf-form.ts'
import { categoryValues, resolveCategory } from './category-form.ts'

const read = ({ id }: StaffCategory) =>
  call<typeof getStaffCategory>('GET /api/admin/categories/:id', { params: { id } })

const save = ({ category, translations }: CategoryInput, before: StaffCategory | undefined) =>
  before
    ? call<typeof changeCategory>('PUT /api/admin/categories/:id', {
        params: { id: before.id },
        body: { category: { ...category, version: before.version }, translations },
      })
    : call<typeof createCategory>('POST /api/admin/categories', { body: { category, translations } })

/** A category with everything that can be said about it; new without `category`. */
export function CategoryForm({ category, onClose }: { category: StaffCategory | undefined; onClose: () => void }) {
  const t = useTranslations('admin')
  const { form, submit, busy, meanwhile } = useShelfForm({
    thing: category,
    part: 'category',
    valuesOf: categoryValues,
    resolver: resolveCategory,
    read,
    save,
    done: t(category ? 'categories.changed' : 'categories.created'),
    onSaved: onClose,
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t(category ? 'categories.edit' : 'categories.add')}
        busy={busy}
        remark={meanwhile && <Meanwhile paths={meanwhile} />}
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="pform__main">
          <TextsFields />
        </div>
        <div className="pform__side">
          <PictureField name="category.imageUrl" />
          <div className="two">
            <TextField
              name="category.slug"
              label={t('form.slug')}
              optional={t('form.optional')}
              hint={t('form.slugHint')}
            />
            <TextField
              name="category.sortOrder"
              label={t('form.sortOrder')}
              optional={t('form.optional')}
              inputMode="numeric"
            />
          </div>
          <Switch name="category.isActive" label={t('form.isActive')} />
        </div>
      </FormDialog>
    </FormProvider>
  )
}
