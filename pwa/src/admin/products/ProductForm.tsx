import type {
  changeProduct,
  createProduct,
  getStaffProduct,
  listStaffCategories,
  ProductInput,
  StaffProduct,
} from '@tsedra/contract/admin-catalogue'
import { packageSizes } from '@tsedra/contract/packages'
import { useState } from 'react'
import { FormProvider, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { callApi } from '../../shared/api.ts'
import { formatPackage } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { GalleryField } from '../form/GalleryField.tsx'
import { EditConflict } from '../form/EditConflict.tsx'
import { PictureField } from '../form/PictureField.tsx'
import { Switch } from '../form/Switch.tsx'
import { TextField } from '../form/TextField.tsx'
import { TranslationFields } from '../form/TranslationFields.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { useFieldErrorText } from '../form/use-field-error-text.ts'
import { isRemovedFromLists, toProductFormValues, productResolver } from './product-form.ts'

const fetchProduct = ({ id }: StaffProduct) =>
  callApi<typeof getStaffProduct>('GET /api/admin/products/:id', { params: { id } })

const saveProduct = ({ product, translations }: ProductInput, existing: StaffProduct | undefined) =>
  existing
    ? callApi<typeof changeProduct>('PUT /api/admin/products/:id', {
        params: { id: existing.id },
        body: { product: { ...product, version: existing.version }, translations },
      })
    : callApi<typeof createProduct>('POST /api/admin/products', { body: { product, translations } })

/** A product with everything that can be said about it; new without `product`. */
export function ProductForm({ product, onClose }: { product: StaffProduct | undefined; onClose: () => void }) {
  const t = useTranslations('admin')
  const { form, submit, busy, conflictingPaths } = useCatalogueForm({
    entity: product,
    valuesKey: 'product',
    toValues: toProductFormValues,
    resolver: productResolver,
    refetch: fetchProduct,
    save: saveProduct,
    successMessage: t(product ? 'products.changed' : 'products.created'),
    onSaved: onClose,
  })
  const [isConfirming, setIsConfirming] = useState(false)

  /** Asks first when saving takes the product out of every list of the shop; errors of the form come before that. */
  async function checkAndSubmit(): Promise<void> {
    const isRemoved = isRemovedFromLists(form.getValues(), product)
    if (isRemoved && (await form.trigger())) setIsConfirming(true)
    else submit()
  }
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t(product ? 'products.edit' : 'products.add')}
        busy={busy}
        banner={conflictingPaths && <EditConflict paths={conflictingPaths} />}
        onSubmit={() => void checkAndSubmit()}
        onClose={onClose}
      >
        <div className="pform__main">
          <TranslationFields hasShortDescription />
          <div className="two">
            <CategoryField />
            <TextField name="product.price" label={t('form.price')} inputMode="decimal" />
          </div>
          <PackagesField />
        </div>
        <div className="pform__side">
          <PictureField name="product.imageUrl" />
          <GalleryField name="product.galleryImages" />
          <div className="two">
            <TextField
              name="product.slug"
              label={t('form.slug')}
              optionalLabel={t('form.optional')}
              hint={t('form.slugHint')}
            />
            <TextField
              name="product.sortOrder"
              label={t('form.sortOrder')}
              optionalLabel={t('form.optional')}
              inputMode="numeric"
            />
          </div>
          <div>
            <Switch name="product.isActive" label={t('form.isActive')} />
            <Switch name="product.isFeatured" label={t('form.isFeatured')} />
          </div>
        </div>
      </FormDialog>
      {isConfirming && (
        <ConfirmDialog
          title={t('form.saveWithoutCategory')}
          confirmLabel={t('form.saveAnyway')}
          busy={busy}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false)
            submit()
          }}
        >
          <p>{t('form.noCategoryHint')}</p>
        </ConfirmDialog>
      )}
    </FormProvider>
  )
}

function CategoryField() {
  const t = useTranslations('admin.form')
  const language = useLanguage()
  const { field } = useController({ name: 'product.categoryId' })
  const { data } = useAdminQuery<typeof listStaffCategories>('GET /api/admin/categories', {
    query: { lang: language, limit: '100' },
  })
  return (
    <div className="field">
      <label className="field__label" htmlFor="product-category">
        {t('categoryId')}
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

function PackagesField() {
  const t = useTranslations('admin.form')
  const language = useLanguage()
  const getErrorText = useFieldErrorText()
  const { field, fieldState } = useController({ name: 'product.availablePackages' })
  const selected = field.value as readonly string[]
  return (
    <fieldset className="field">
      <legend className="field__label">{t('availablePackages')}</legend>
      <div className="chips">
        {packageSizes.map((size) => (
          <label key={size}>
            <input
              type="checkbox"
              checked={selected.includes(size)}
              onChange={({ target }) =>
                // In their own order, whichever is ticked first.
                field.onChange(
                  packageSizes.filter((candidate) =>
                    candidate === size ? target.checked : selected.includes(candidate),
                  ),
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
          {getErrorText('product.availablePackages', fieldState.error, selected)}
        </p>
      ) : (
        <p className="field__hint">{t('packagesHint')}</p>
      )}
    </fieldset>
  )
}
