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
import { nameOf } from '../../catalogue/texts.ts'
import { call } from '../../shared/api.ts'
import { formatPackage } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { Confirm } from '../Confirm.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { GalleryField } from '../form/GalleryField.tsx'
import { Meanwhile } from '../form/Meanwhile.tsx'
import { PictureField } from '../form/PictureField.tsx'
import { Switch } from '../form/Switch.tsx'
import { TextField } from '../form/TextField.tsx'
import { TextsFields } from '../form/TextsFields.tsx'
import { useShelfForm } from '../form/use-shelf-form.ts'
import { useWrongWords } from '../form/use-wrong-words.ts'
import { leavesLists, productValues, resolveProduct } from './product-form.ts'

const read = ({ id }: StaffProduct) => call<typeof getStaffProduct>('GET /api/admin/products/:id', { params: { id } })

const save = ({ product, translations }: ProductInput, before: StaffProduct | undefined) =>
  before
    ? call<typeof changeProduct>('PUT /api/admin/products/:id', {
        params: { id: before.id },
        body: { product: { ...product, version: before.version }, translations },
      })
    : call<typeof createProduct>('POST /api/admin/products', { body: { product, translations } })

/** A product with everything that can be said about it; new without `product`. */
export function ProductForm({ product, onClose }: { product: StaffProduct | undefined; onClose: () => void }) {
  const t = useTranslations('admin')
  const { form, submit, busy, meanwhile } = useShelfForm({
    thing: product,
    part: 'product',
    valuesOf: productValues,
    resolver: resolveProduct,
    read,
    save,
    done: t(product ? 'products.changed' : 'products.created'),
    onSaved: onClose,
  })
  const [asking, setAsking] = useState(false)

  /** Asks first when saving takes the product out of every list of the shop; errors of the form come before that. */
  async function checkAndSubmit(): Promise<void> {
    const isMissing = leavesLists(form.getValues(), product)
    if (isMissing && (await form.trigger())) setAsking(true)
    else submit()
  }
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t(product ? 'products.edit' : 'products.add')}
        busy={busy}
        remark={meanwhile && <Meanwhile paths={meanwhile} />}
        onSubmit={() => void checkAndSubmit()}
        onClose={onClose}
      >
        <div className="pform__main">
          <TextsFields withShort />
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
              optional={t('form.optional')}
              hint={t('form.slugHint')}
            />
            <TextField
              name="product.sortOrder"
              label={t('form.sortOrder')}
              optional={t('form.optional')}
              inputMode="numeric"
            />
          </div>
          <div>
            <Switch name="product.isActive" label={t('form.isActive')} />
            <Switch name="product.isFeatured" label={t('form.isFeatured')} />
          </div>
        </div>
      </FormDialog>
      {asking && (
        <Confirm
          title={t('form.saveWithoutCategory')}
          action={t('form.saveAnyway')}
          busy={busy}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            submit()
          }}
        >
          <p>{t('form.noCategoryHint')}</p>
        </Confirm>
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
              {nameOf(category, language)}
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
  const words = useWrongWords()
  const { field, fieldState } = useController({ name: 'product.availablePackages' })
  const chosen = field.value as readonly string[]
  return (
    <fieldset className="field">
      <legend className="field__label">{t('availablePackages')}</legend>
      <div className="chips">
        {packageSizes.map((size) => (
          <label key={size}>
            <input
              type="checkbox"
              checked={chosen.includes(size)}
              onChange={({ target }) =>
                // In their own order, whichever is ticked first.
                field.onChange(packageSizes.filter((each) => (each === size ? target.checked : chosen.includes(each))))
              }
            />
            <Icon name="check" />
            {formatPackage(size, language)}
          </label>
        ))}
      </div>
      {fieldState.error ? (
        <p className="field__err">
          <Icon name="circle-alert" />
          {words('product.availablePackages', fieldState.error, chosen)}
        </p>
      ) : (
        <p className="field__hint">{t('packagesHint')}</p>
      )}
    </fieldset>
  )
}
