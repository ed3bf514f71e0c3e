import { type FieldKind, type ProductField, productFields } from '@tsedra/contract/product-fields'
import { pictureRejectionReasons } from '@tsedra/contract/uploads'
import type { FieldError } from 'react-hook-form'
import { useTranslations } from 'use-intl'

const errorByKind: Partial<
  Record<FieldKind, 'price' | 'slug' | 'sortOrder' | 'slicesPer50g' | 'availablePackages' | 'drinks'>
> = {
  price: 'price',
  slug: 'slug',
  integer: 'sortOrder',
  count: 'slicesPer50g',
  packages: 'availablePackages',
  drinks: 'drinks',
}

/** Returns translated error messages of fields; the messages of the schemas are for API clients. */
export function useFieldErrorText(): (
  path: string,
  error: FieldError | undefined,
  value: unknown,
) => string | undefined {
  const t = useTranslations('admin.form.wrong')
  return (path, error, value) => {
    if (!error) return undefined
    const reason = pictureRejectionReasons.find((candidate) => candidate === error.type)
    if (reason) return t(`picture.${reason}`)
    if (error.type === 'taken') return t('slugTaken')
    const name = path.slice(path.lastIndexOf('.') + 1)
    // A name may be missing; any other text is too long or has characters that are not allowed.
    if (name === 'name' && !String(value).trim()) return t('name')
    const kind = name in productFields ? productFields[name as ProductField].kind : undefined
    return t((kind && errorByKind[kind]) ?? 'text')
  }
}
