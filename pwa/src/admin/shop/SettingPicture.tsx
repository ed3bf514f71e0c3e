import { parsePicture } from '@tsedra/contract/picture'
import type { SettingPicture as Name } from '@tsedra/contract/shop-settings'
import { useRef } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PicturePreview, UploadDropzone } from '../form/PictureField.tsx'
import { ProductCombobox } from '../form/ProductCombobox.tsx'
import { useFieldErrorText } from '../form/use-field-error-text.ts'
import type { ShopFormValues } from './shop-settings-form.ts'

/** A picture that replaces a built-in one: uploaded, for the home page also a product's, and removed again. */
export function SettingPicture({ name }: { name: Name }) {
  const t = useTranslations('admin.shop')
  const tForm = useTranslations('admin.form')
  const getErrorText = useFieldErrorText()
  const path = `settings.${name}` as const
  const { field, fieldState } = useController<ShopFormValues, typeof path>({ name: path })
  const fieldset = useRef<HTMLFieldSetElement>(null)

  function remove(): void {
    field.onChange('')
    // The button with the focus is removed.
    fieldset.current?.querySelector('button')?.focus()
  }

  return (
    <fieldset className="field" ref={fieldset}>
      <legend className="field__label">{t(`fields.${name}`)}</legend>
      <UploadDropzone label={tForm(field.value ? 'replace' : 'upload')} onUploaded={field.onChange}>
        {field.value && (
          <PicturePreview key={field.value} url={field.value} className={name === 'logo' ? 'logo-preview' : ''} />
        )}
      </UploadDropzone>
      {name === 'heroPicture' && (
        <ProductCombobox
          label={t('productPicture')}
          isOffered={({ imageUrl }) => parsePicture(imageUrl ?? '') !== undefined}
          onSelect={({ imageUrl }) => field.onChange(imageUrl)}
        />
      )}
      {fieldState.error ? (
        <p className="field__error">
          <Icon name="circle-alert" />
          {getErrorText(path, fieldState.error, field.value)}
        </p>
      ) : (
        !field.value && <p className="field__hint">{t('builtInPicture')}</p>
      )}
      {field.value && (
        <button type="button" className="btn btn--quiet btn--sm" onClick={remove}>
          <Icon name="trash-2" size="i--sm" />
          {t(`remove.${name}`)}
        </button>
      )}
    </fieldset>
  )
}
