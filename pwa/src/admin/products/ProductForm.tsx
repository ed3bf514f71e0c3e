import type {
  changeProduct,
  createProduct,
  getStaffProduct,
  ProductInput,
  StaffProduct,
} from '@tsedra/contract/admin-catalogue'
import type { PackageSize } from '@tsedra/contract/packages'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { CatalogueForm } from '../form/CatalogueForm.tsx'
import { FormLoader } from '../form/FormLoader.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { usePackages } from '../form/use-packages.ts'
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
  /** Undefined for a new product. */
  product: StaffProduct | undefined
  /** The product that a new one copies. */
  original?: StaffProduct
  onClose: () => void
}

/** Loads the package sizes of the shop, then shows the form of a product. */
export function ProductForm(props: Props) {
  const t = useTranslations('admin.products')
  const query = usePackages()
  return (
    // Sizes that were read before will do: the server checks those of a product.
    <FormLoader
      title={t(props.product ? 'edit' : props.original ? 'duplicate' : 'add')}
      query={{ ...query, isFetchedAfterMount: true }}
      onClose={props.onClose}
    >
      {({ packages }) => <LoadedForm {...props} sizes={packages.map(({ size }) => size)} />}
    </FormLoader>
  )
}

function LoadedForm({ product, original, sizes, onClose }: Props & { sizes: readonly PackageSize[] }) {
  const t = useTranslations('admin')
  const { form, submit, busy, conflictingPaths, draft } = useCatalogueForm({
    entity: product,
    draftName: original ? `product.copy-${original.id}` : `product.${product?.id ?? 'new'}`,
    valuesKey: 'product',
    toValues: (entity) =>
      !entity && original ? toDuplicateValues(original, sizes) : toProductFormValues(entity, sizes),
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
