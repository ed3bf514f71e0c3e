import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PicturePreview, UploadDropzone } from './PictureField.tsx'
import { useFieldErrorText } from './use-field-error-text.ts'

/** Maximum of the contract. */
const MAX_PICTURES = 10

/** Further pictures of a product, sortable. */
export function GalleryField({ name }: { name: string }) {
  const t = useTranslations('admin.form')
  const getErrorText = useFieldErrorText()
  const { field, fieldState } = useController({ name })
  const urls = field.value as readonly string[]
  const add = (url: string) => field.onChange([...urls, url])
  const removeAt = (index: number) => urls.filter((_, other) => other !== index)
  return (
    <fieldset className="field">
      <legend className="field__label">{t('galleryImages')}</legend>
      <ol className="gallery-list">
        {urls.map((url, index) => (
          <li key={url}>
            <PicturePreview url={url} />
            <button
              type="button"
              className="icon-btn icon-btn--sm"
              disabled={index === 0}
              aria-label={t('earlier', { number: index + 1 })}
              onClick={() => field.onChange(removeAt(index).toSpliced(index - 1, 0, url))}
            >
              <Icon name="arrow-left" size="i--sm" />
            </button>
            <button
              type="button"
              className="icon-btn icon-btn--sm icon-btn--danger"
              aria-label={t('removePicture', { number: index + 1 })}
              onClick={() => field.onChange(removeAt(index))}
            >
              <Icon name="trash-2" size="i--sm" />
            </button>
          </li>
        ))}
      </ol>
      {fieldState.error && (
        <p className="field__error">
          <Icon name="circle-alert" />
          {getErrorText(name, fieldState.error, urls)}
        </p>
      )}
      {urls.length < MAX_PICTURES && (
        <>
          <UploadDropzone label={t('addPicture')} onUploaded={add} />
          <AddByUrl onAdd={(url) => !urls.includes(url) && add(url)} />
        </>
      )}
    </fieldset>
  )
}

function AddByUrl({ onAdd }: { onAdd: (url: string) => void }) {
  const t = useTranslations('admin.form')
  const id = useId()
  const [url, setUrl] = useState('')
  function add(): void {
    if (!url.trim()) return
    onAdd(url.trim())
    setUrl('')
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('pictureAddress')}
      </label>
      <div className="inwrap">
        <input
          className="input"
          id={id}
          type="text"
          inputMode="url"
          autoComplete="off"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter adds the picture and does not submit the form.
            event.preventDefault()
            add()
          }}
        />
        <button type="button" className="icon-btn icon-btn--sm" aria-label={t('addAddress')} onClick={add}>
          <Icon name="plus" />
        </button>
      </div>
    </div>
  )
}
