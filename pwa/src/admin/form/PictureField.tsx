import { type DragEvent, type ReactNode, Suspense, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import { lazily } from '../../shared/lazily.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { previewOf } from '../upload/previews.ts'
import { TextField } from './TextField.tsx'

const UploadDialog = lazily(() => import('../upload/admin-upload.tsx').then(({ UploadDialog }) => UploadDialog), {
  forFew: true,
})

/** A picture by its address, and beside it a way to send one from this device. */
export function PictureField({ name }: { name: string }) {
  const t = useTranslations('admin.form')
  const { field } = useController({ name })
  const shown = String(field.value ?? '')
  return (
    <>
      <div className="field">
        <span className="field__label">{t('picture')}</span>
        <Upload onUploaded={field.onChange} label={t(shown ? 'replace' : 'upload')}>
          {shown && <ShownPicture key={shown} address={shown} />}
        </Upload>
      </div>
      <TextField name={name} label={t('imageUrl')} optional={t('optional')} inputMode="url" />
    </>
  )
}

/** Opens the upload dialog; a file that is dropped on it goes along. */
export function Upload({
  label,
  onUploaded,
  children,
}: {
  label: string
  onUploaded: (path: string) => void
  children?: ReactNode
}) {
  const t = useTranslations('admin.upload')
  const [opened, setOpened] = useState<{ first: File | undefined }>()
  const [over, setOver] = useState(false)
  return (
    <>
      <div
        className={`drop ${over ? 'is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setOver(false)
          setOpened({ first: event.dataTransfer.files[0] })
        }}
      >
        {children}
        <p>{t('drop')}</p>
        <button type="button" className="btn btn--line btn--sm" onClick={() => setOpened({ first: undefined })}>
          <Icon name="upload" size="i--sm" />
          {label}
        </button>
      </div>
      {opened && (
        <Suspense>
          <UploadDialog first={opened.first} onUploaded={onUploaded} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** As it will be in the shop; what was only just sent is shown from this device. */
export function ShownPicture({ address }: { address: string }) {
  const preview = previewOf(address)
  return (
    <span className="plate shown">
      {preview ? (
        <img className="photo" src={preview} width={320} height={320} alt="" />
      ) : (
        <ProductPicture imageUrl={address} alt="" sizes="160px" />
      )}
    </span>
  )
}
