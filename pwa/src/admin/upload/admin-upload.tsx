import { MAX_PICTURE_BYTES, pictureTypes } from '@tsedra/contract/uploads'
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { stateOf } from './file-state.ts'
import { type PictureUppy, pictureUppy } from './picture-uppy.ts'
import { rememberPreview } from './previews.ts'

interface Props {
  /** One that was dropped beside the dialog. */
  first?: File | undefined
  onUploaded: (objectPath: string) => void
  onClose: () => void
}

const troubles = [
  'unauthorized',
  'tooLarge',
  'tooMany',
  'refused',
  'unreachable',
  'notAPicture',
  'tooManyPixels',
] as const
type Trouble = (typeof troubles)[number]

/** One picture from this device: chosen or dropped, and sent at once. */
export function UploadDialog({ first, onUploaded, onClose }: Props) {
  const t = useTranslations('admin.upload')
  const [uppy] = useState(pictureUppy)
  const [unfit, setUnfit] = useState<Trouble>()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const file = useFile(uppy)

  useEffect(() => {
    const unsubscribe = onArrival(uppy, (path) => {
      onUploaded(path)
      onClose()
    })
    return unsubscribe
  })

  useEffect(() => {
    if (first) take(uppy, first, setUnfit)
    return () => uppy.cancelAll()
  }, [uppy, first])

  function choose(chosen: File | undefined): void {
    if (!chosen) return
    uppy.cancelAll()
    take(uppy, chosen, setUnfit)
  }

  const state = file && stateOf(file)
  const trouble = unfit ?? (state === 'error' ? troubleOf(file?.error) : undefined)
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div
        className={`drop ${over ? 'is-over' : ''}`}
        onDragOver={(event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setOver(false)
          choose(event.dataTransfer.files[0])
        }}
      >
        <Icon name="upload" size="i--lg" />
        <p>{t('drop')}</p>
        <input
          ref={input}
          className="vh"
          type="file"
          tabIndex={-1}
          aria-label={t('choose')}
          accept={pictureTypes.join()}
          onChange={({ target }) => {
            choose(target.files?.[0])
            target.value = ''
          }}
        />
        <button type="button" className="btn btn--line btn--sm" onClick={() => input.current?.click()}>
          {t('choose')}
        </button>
      </div>
      <div className="up" role="status">
        {file && state && !trouble && (
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
        {trouble && (
          <p className="field__err">
            <Icon name="circle-alert" />
            {t(`trouble.${trouble}`)}
          </p>
        )}
      </div>
      {trouble === 'unreachable' && file && (
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

function onArrival(uppy: PictureUppy, arrived: (path: string) => void): () => void {
  const listener: Parameters<typeof uppy.on<'upload-success'>>[1] = (file, { body }) => {
    if (!file || !body) return
    rememberPreview(body.objectPath, file.data as Blob)
    arrived(body.objectPath)
  }
  uppy.on('upload-success', listener)
  return () => void uppy.off('upload-success', listener)
}

/** Uppy says no in English, and for several reasons at once: the reason is looked for here. */
function take(uppy: PictureUppy, file: File, setUnfit: (trouble: Trouble | undefined) => void): void {
  setUnfit(undefined)
  try {
    uppy.addFile({ name: file.name, type: file.type, data: file })
  } catch {
    setUnfit(file.size > MAX_PICTURE_BYTES ? 'tooLarge' : 'notAPicture')
  }
}

const troubleOf = (error: string | null | undefined): Trouble =>
  troubles.find((each) => error === each) ?? 'unreachable'
