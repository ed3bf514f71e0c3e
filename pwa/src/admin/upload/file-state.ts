import type { PictureFile } from './picture-uppy.ts'

export type FileState = 'waiting' | 'preprocessing' | 'uploading' | 'postprocessing' | 'complete' | 'paused' | 'error'

/** Returns the state of a file (specification, section 4). */
export function getFileState({
  error,
  isPaused,
  progress,
}: Pick<PictureFile, 'error' | 'isPaused' | 'progress'>): FileState {
  if (error) return 'error'
  if (isPaused) return 'paused'
  if (progress.postprocess) return 'postprocessing'
  if (progress.uploadComplete) return 'complete'
  if (progress.uploadStarted) return 'uploading'
  return progress.preprocess ? 'preprocessing' : 'waiting'
}
