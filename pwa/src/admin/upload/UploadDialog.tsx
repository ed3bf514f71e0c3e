import { pictureTypes } from '@tsedra/contract/uploads'
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { getFileState } from './file-state.ts'
import { createPictureUppy, MAX_SOURCE_BYTES, type PictureUppy } from './picture-uppy.ts'
import { setPreview } from './previews.ts'

interface Props {
  /** A file dropped on the form. */
  initialFile?: File | undefined
  onUploaded: (objectPath: string) => void
  onClose: () => void
}

const uploadErrorKeys = [
  'unauthorized',
  'tooLarge',
  'tooMany',
  'refused',
  'unreachable',
  'notAPicture',
  'notShrunk',
] as const
type UploadErrorKey = (typeof uploadErrorKeys)[number]

/** Uploads one picture from this device as soon as it is selected or dropped. */
export function UploadDialog({ initialFile, onUploaded, onClose }: Props) {
  const t = useTranslations('admin.upload')
  const [uppy] = useState(createPictureUppy)
  const [fileError, setFileError] = useState<UploadErrorKey>()
  const [isDragOver, setIsDragOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const file = useFile(uppy)

  useEffect(() => {
    const unsubscribe = onUploadSuccess(uppy, (path) => {
      onUploaded(path)
      onClose()
    })
    return unsubscribe
  })

  useEffect(() => {
    if (initialFile) addFile(uppy, initialFile, setFileError)
    return () => uppy.cancelAll()
  }, [uppy, initialFile])

  function selectFile(newFile: File | undefined): void {
    if (!newFile) return
    uppy.cancelAll()
    addFile(uppy, newFile, setFileError)
  }

  const state = file && getFileState(file)
  const errorKey = fileError ?? (state === 'error' ? toErrorKey(file?.error) : undefined)
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div
        className={`dropzone ${isDragOver ? 'is-over' : ''}`}
        onDragOver={(event: DragEvent) => {
          event.preventDefault()
          setIsDragOver(true)
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setIsDragOver(false)
          selectFile(event.dataTransfer.files[0])
        }}
      >
        <Icon name="upload" size="i--lg" />
        <p>{t('drop')}</p>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label={t('choose')}
          accept={pictureTypes.join()}
          onChange={({ target }) => {
            selectFile(target.files?.[0])
            target.value = ''
          }}
        />
        <button type="button" className="btn btn--line btn--sm" onClick={() => input.current?.click()}>
          {t('choose')}
        </button>
      </div>
      <div className="upload-progress" role="status">
        {file && state && !errorKey && (
          <>
            <b>{file.name}</b>
            <small>{t(`state.${state}`)}</small>
            <progress
              aria-label={t('title')}
              max={100}
              value={state === 'uploading' ? (file.progress.percentage ?? 0) : undefined}
            />
          </>
        )}
        {errorKey && (
          <p className="field__error">
            <Icon name="circle-alert" />
            {t(`trouble.${errorKey}`)}
          </p>
        )}
      </div>
      {errorKey === 'unreachable' && file && (
        <button type="button" className="btn btn--line" onClick={() => void uppy.retryUpload(file.id).catch(() => {})}>
          <Icon name="refresh-cw" size="i--sm" />
          {t('again')}
        </button>
      )}
    </Dialog>
  )
}

function useFile(uppy: PictureUppy) {
  return useSyncExternalStore(
    (listener) => {
      uppy.on('state-update', listener)
      return () => void uppy.off('state-update', listener)
    },
    () => uppy.getFiles()[0],
  )
}

function onUploadSuccess(uppy: PictureUppy, onUploaded: (path: string) => void): () => void {
  const listener: Parameters<typeof uppy.on<'upload-success'>>[1] = (file, { body }) => {
    if (!file || !body) return
    setPreview(body.objectPath, file.data as Blob)
    onUploaded(body.objectPath)
  }
  uppy.on('upload-success', listener)
  return () => void uppy.off('upload-success', listener)
}

/** Adds a file and determines the reason of a rejection: Uppy only has English messages. */
function addFile(uppy: PictureUppy, file: File, setFileError: (errorKey: UploadErrorKey | undefined) => void): void {
  setFileError(undefined)
  try {
    uppy.addFile({ name: file.name, type: file.type, data: file })
  } catch {
    setFileError(file.size > MAX_SOURCE_BYTES ? 'tooLarge' : 'notAPicture')
  }
}

const toErrorKey = (error: string | null | undefined): UploadErrorKey =>
  uploadErrorKeys.find((key) => error === key) ?? 'unreachable'
