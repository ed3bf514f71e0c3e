import type { createUpload } from '@tsedra/contract/uploads'
import { pictureTypes } from '@tsedra/contract/uploads'
import Uppy, { type Body, type Meta, type UppyFile } from '@uppy/core'
import { ApiError, callApi } from '../../shared/api.ts'
import { handleSessionError } from '../handle-session-error.ts'
import { type FitError, fitPicture } from './fit-picture.ts'
import { sendFile, type UploadTarget, UploadError } from './send-file.ts'

/** Maximum size of a file that is made smaller before the upload, in bytes: decoding takes memory. */
export const MAX_SOURCE_BYTES = 60 * 1024 * 1024

export interface UploadedBody extends Body {
  /** Picture address in the form. */
  objectPath: string
}
export type PictureUppy = Uppy<Meta, UploadedBody>
export type PictureFile = UppyFile<Meta, UploadedBody>

/**
 * Creates the upload of one picture: made smaller if it is too large, sent to a presigned URL, retried (send-file.ts). Only the core of Uppy is
 * used, for restrictions and file state; the dialog is our own.
 */
export function createPictureUppy(): PictureUppy {
  const uppy: PictureUppy = new Uppy({
    autoProceed: true,
    restrictions: { maxNumberOfFiles: 1, maxFileSize: MAX_SOURCE_BYTES, allowedFileTypes: [...pictureTypes] },
  })
  uppy.addPreProcessor(async (ids) => void (await Promise.all(ids.map((id) => preparePicture(uppy, id)))))
  uppy.addUploader(async (ids) => void (await Promise.all(ids.map((id) => uploadPicture(uppy, id)))))
  return uppy
}

/** Fits a picture to the limits of the server, and rejects one that this browser cannot decode or fit. */
async function preparePicture(uppy: PictureUppy, id: string): Promise<void> {
  const file = uppy.getFile(id)
  uppy.emit('preprocess-progress', file, { mode: 'indeterminate', message: '' })
  try {
    const data = await fitPicture(file.data as Blob)
    uppy.setFileState(id, { data, size: data.size })
  } catch (error) {
    // Its message is the code of the error.
    uppy.emit('upload-error', file, error as FitError)
    throw error
  }
  uppy.emit('preprocess-complete', uppy.getFile(id))
}

async function uploadPicture(uppy: PictureUppy, id: string): Promise<void> {
  const file = uppy.getFile(id)
  const data = file.data as Blob
  const abortController = new AbortController()
  const abort = () => abortController.abort()
  uppy.on('cancel-all', abort)
  uppy.emit('upload-start', [file])
  try {
    const objectPath = await sendFile({
      createTarget: createUploadTarget,
      put: (url) =>
        put(url, data, abortController.signal, (bytesUploaded) =>
          uppy.emit('upload-progress', uppy.getFile(id), {
            uploadStarted: Date.now(),
            bytesUploaded,
            bytesTotal: data.size,
          }),
        ),
      wait: (ms) => waitForNetwork(uppy, id, ms, abortController.signal),
    })
    uppy.emit('upload-success', uppy.getFile(id), { status: 200, body: { objectPath } })
  } catch (error) {
    if (abortController.signal.aborted) return
    uppy.emit('upload-error', uppy.getFile(id), error as Error)
    throw error
  } finally {
    uppy.off('cancel-all', abort)
  }
}

async function createUploadTarget(): Promise<UploadTarget> {
  try {
    return await callApi<typeof createUpload>('POST /api/objects/upload')
  } catch (error) {
    if (handleSessionError(error)) throw new UploadError('unauthorized')
    if (!(error instanceof ApiError)) throw new UploadError('unreachable')
    throw new UploadError(error.code === 'too_many_requests' ? 'tooMany' : 'refused')
  }
}

/** Uses XMLHttpRequest: fetch() has no upload progress. */
function put(url: string, file: Blob, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => resolve(request.status)
    request.onerror = () => resolve(0)
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** Pauses the file while offline. */
async function waitForNetwork(uppy: PictureUppy, id: string, ms: number, signal: AbortSignal): Promise<void> {
  await waitForEvent(signal, (done) => setTimeout(done, ms))
  if (navigator.onLine) return
  uppy.setFileState(id, { isPaused: true })
  await waitForEvent(signal, (done) => addEventListener('online', done, { once: true, signal }))
  uppy.setFileState(id, { isPaused: false })
}

function waitForEvent(signal: AbortSignal, subscribe: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')), { once: true })
    subscribe(resolve)
  })
}
