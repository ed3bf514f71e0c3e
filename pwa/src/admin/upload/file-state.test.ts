import { expect, test } from 'vitest'
import { getFileState } from './file-state.ts'

const progress = { uploadStarted: null, bytesUploaded: false, bytesTotal: 5 } as const
const running = { uploadStarted: 1, bytesUploaded: 1, bytesTotal: 5 } as const

test('a file has one of the states of the specification', () => {
  expect(getFileState({ progress })).toBe('waiting')
  expect(getFileState({ progress: { ...progress, preprocess: { mode: 'indeterminate' } } })).toBe('preprocessing')
  expect(getFileState({ progress: running })).toBe('uploading')
  expect(getFileState({ progress: running, isPaused: true })).toBe('paused')
  expect(getFileState({ progress: { ...running, postprocess: { mode: 'indeterminate' } } })).toBe('postprocessing')
  expect(getFileState({ progress: { ...running, uploadComplete: true } })).toBe('complete')
  expect(getFileState({ progress: running, isPaused: true, error: 'unreachable' })).toBe('error')
})
