import { expect, test } from 'vitest'
import { stateOf } from './file-state.ts'

const progress = { uploadStarted: null, bytesUploaded: false, bytesTotal: 5 } as const
const running = { uploadStarted: 1, bytesUploaded: 1, bytesTotal: 5 } as const

test('a file is in one of the states of the specification', () => {
  expect(stateOf({ progress })).toBe('waiting')
  expect(stateOf({ progress: { ...progress, preprocess: { mode: 'indeterminate' } } })).toBe('preprocessing')
  expect(stateOf({ progress: running })).toBe('uploading')
  expect(stateOf({ progress: running, isPaused: true })).toBe('paused')
  expect(stateOf({ progress: { ...running, postprocess: { mode: 'indeterminate' } } })).toBe('postprocessing')
  expect(stateOf({ progress: { ...running, uploadComplete: true } })).toBe('complete')
  expect(stateOf({ progress: running, isPaused: true, error: 'unreachable' })).toBe('error')
})
