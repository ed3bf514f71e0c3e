import { type DragEvent, type ReactNode, Suspense, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { getPreview } from '../upload/previews.ts'
import { TextField } from './TextField.tsx'

const UploadDialog = lazyComponent(
  () => import('../upload/UploadDialog.tsx').then(({ UploadDialog }) => UploadDialog),
  {
    forFew: true,
  },
)

/** A picture by its URL or by an upload from this device. */
export function PictureField({ name }: { name: string }) {
  const t = useTranslations('admin.form')
  const { field } = useController({ name })
  const url = String(field.value ?? '')
  return (
    <>
      <div className="field">
        <span className="field__label">{t('picture')}</span>
        <UploadDropzone onUploaded={field.onChange} label={t(url ? 'replace' : 'upload')}>
          {url && <PicturePreview key={url} url={url} />}
        </UploadDropzone>
      </div>
      <TextField name={name} label={t('imageUrl')} optionalLabel={t('optional')} inputMode="url" />
    </>
  )
}

/** Opens the upload dialog, with the file when one is dropped on it. */
export function UploadDropzone({
  label,
  onUploaded,
  children,
}: {
  label: string
  onUploaded: (path: string) => void
  children?: ReactNode
}) {
  const t = useTranslations('admin.upload')
  const [dialogState, setDialogState] = useState<{ initialFile: File | undefined }>()
  const [isDragOver, setIsDragOver] = useState(false)
  return (
    <>
      <div
        className={`dropzone ${isDragOver ? 'is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setIsDragOver(true)
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setIsDragOver(false)
          setDialogState({ initialFile: event.dataTransfer.files[0] })
        }}
      >
        {children}
        <p>{t('drop')}</p>
        <button
          type="button"
          className="btn btn--line btn--sm"
          onClick={() => setDialogState({ initialFile: undefined })}
        >
          <Icon name="upload" size="i--sm" />
          {label}
        </button>
      </div>
      {dialogState && (
        <Suspense>
          <UploadDialog
            initialFile={dialogState.initialFile}
            onUploaded={onUploaded}
            onClose={() => setDialogState(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Previews a picture as the shop shows it; a new upload is shown from this device. */
export function PicturePreview({ url, alt = '', className = '' }: { url: string; alt?: string; className?: string }) {
  const preview = getPreview(url)
  return (
    <span className={`plate picture-preview ${className}`}>
      {preview ? (
        <img className="photo" src={preview} width={320} height={320} alt={alt} />
      ) : (
        <ProductPicture imageUrl={url} alt={alt} sizes="160px" />
      )}
    </span>
  )
}
