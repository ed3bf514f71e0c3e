import { type ProductField, productFields } from '@tsedra/contract/product-fields'
import { useTranslations } from 'use-intl'
import { CategoryField } from './CategoryField.tsx'
import { DrinksField } from './DrinksField.tsx'
import { GalleryField } from './GalleryField.tsx'
import { PackagePricesField } from './PackagePricesField.tsx'
import { PackagesField } from './PackagesField.tsx'
import { PictureField } from './PictureField.tsx'
import { Switch } from './Switch.tsx'
import { TextField } from './TextField.tsx'

interface Props {
  entity: 'product' | 'category' | 'drink'
  field: ProductField
}

/** The form control of a field, selected by its kind. */
export function FieldControl({ entity, field }: Props) {
  const t = useTranslations('admin.form')
  const name = `${entity}.${field}`
  const label = t(field)
  switch (productFields[field].kind) {
    case 'slug':
      return <TextField name={name} label={label} optionalLabel={t('optional')} hint={t('slugHint')} />
    case 'category':
      return <CategoryField name={name} label={label} />
    case 'price':
      return <TextField name={name} label={label} inputMode="decimal" />
    case 'flag':
      return <Switch name={name} label={label} />
    case 'integer':
      return <TextField name={name} label={label} optionalLabel={t('optional')} inputMode="numeric" />
    case 'count':
      return (
        <TextField name={name} label={label} optionalLabel={t('optional')} hint={t('slicesHint')} inputMode="numeric" />
      )
    case 'packages':
      return <PackagesField name={name} label={label} />
    case 'packagePrices':
      return <PackagePricesField name={name} label={label} />
    case 'picture':
      return <PictureField name={name} />
    case 'gallery':
      return <GalleryField name={name} />
    case 'drinks':
      return <DrinksField name={name} label={label} />
  }
}
