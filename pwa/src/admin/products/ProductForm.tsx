import type {
  changeProduct,
  createProduct,
  getStaffProduct,
  ProductInput,
  StaffProduct,
} from '@tsedra/contract/admin-catalogue'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { CatalogueForm } from '../form/CatalogueForm.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import {
  isRemovedFromLists,
  productLayout,
  productResolver,
  productTexts,
  toDuplicateValues,
  toProductFormValues,
} from './product-form.ts'

const fetchProduct = ({ id }: StaffProduct) =>
  callApi<typeof getStaffProduct>('GET /api/admin/products/:id', { params: { id } })

const saveProduct = ({ product, translations }: ProductInput, existing: StaffProduct | undefined) =>
  existing
    ? callApi<typeof changeProduct>('PUT /api/admin/products/:id', {
        params: { id: existing.id },
        body: { product: { ...product, version: existing.version }, translations },
      })
    : callApi<typeof createProduct>('POST /api/admin/products', { body: { product, translations } })

interface Props {
  product: StaffProduct | undefined
  /** The product that a new one copies. */
  original?: StaffProduct
  onClose: () => void
}

/** The form of a product, or of a new one without `product`. */
export function ProductForm({ product, original, onClose }: Props) {
  const t = useTranslations('admin')
  const { form, submit, busy, conflictingPaths, draft } = useCatalogueForm({
    entity: product,
    draftName: original ? `product.copy-${original.id}` : `product.${product?.id ?? 'new'}`,
    valuesKey: 'product',
    toValues: (entity) => (!entity && original ? toDuplicateValues(original) : toProductFormValues(entity)),
    resolver: productResolver,
    refetch: fetchProduct,
    save: saveProduct,
    successMessage: t(product ? 'products.changed' : 'products.created'),
    onSaved: onClose,
  })
  const [isConfirming, setIsConfirming] = useState(false)

  /** Requires confirmation when saving removes the product from every list; validation errors are shown first. */
  async function checkAndSubmit(): Promise<void> {
    const isRemoved = isRemovedFromLists(form.getValues(), product)
    if (isRemoved && (await form.trigger())) setIsConfirming(true)
    else submit()
  }
  return (
    <CatalogueForm
      entity="product"
      title={t(product ? 'products.edit' : original ? 'products.duplicate' : 'products.add')}
      form={form}
      busy={busy}
      conflictingPaths={conflictingPaths}
      draft={draft}
      texts={productTexts}
      layout={productLayout}
      onSubmit={() => void checkAndSubmit()}
      onClose={onClose}
    >
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
    </CatalogueForm>
  )
}
