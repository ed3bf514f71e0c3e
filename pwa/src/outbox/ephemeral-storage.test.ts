import { expect, test } from 'vitest'
import { isEphemeralStorage } from './ephemeral-storage.ts'

const GB = 1e9

interface BrowserProfile {
  vendor: string
  quota?: number
  fileSystemError?: string
  heap?: number
  persisted?: boolean
}

const detect = ({ vendor, quota = 60 * GB, fileSystemError, heap, persisted = false }: BrowserProfile) =>
  isEphemeralStorage(
    {
      vendor,
      storage: {
        persisted: async () => persisted,
        estimate: async () => ({ quota }),
        getDirectory: async () => {
          if (fileSystemError) throw new DOMException('', fileSystemError)
          return {} as FileSystemDirectoryHandle
        },
      },
    },
    heap === undefined ? {} : { memory: { jsHeapSizeLimit: heap } },
  )

const google = 'Google Inc.'
const apple = 'Apple Computer, Inc.'

test.each<[string, BrowserProfile]>([
  ['Chromium with its quota in memory, a phone', { vendor: google, quota: 0.7 * GB, heap: 1.1 * GB }],
  ['Chromium with its quota in memory, a desktop', { vendor: google, quota: 3.2 * GB, heap: 4.3 * GB }],
  ['Firefox, which denies the file system', { vendor: '', fileSystemError: 'SecurityError' }],
  ['Safari 17, which denies the file system', { vendor: apple, fileSystemError: 'UnknownError' }],
  ['Safari 18.4, which has a quota of a gigabyte', { vendor: apple, quota: 1e9 }],
])('a private window is detected: %s', async (_, window) => expect(await detect(window)).toBe(true))

test.each<[string, BrowserProfile]>([
  ['Chromium 156, private or not: both report 10 GiB', { vendor: google, quota: 10 * 2 ** 30, heap: 4.4 * GB }],
  ['Chromium on a phone with a small disk', { vendor: google, quota: 4.8 * GB, heap: 1.1 * GB }],
  ['Chromium whose storage is persistent', { vendor: google, quota: 0.5 * GB, heap: 1.1 * GB, persisted: true }],
  ['Safari on a full disk of 16 GB', { vendor: apple, quota: 9.6 * GB }],
  ['Safari inside another app', { vendor: apple, quota: 2.4 * GB }],
  ['Firefox with 10 % of a small disk', { vendor: '', quota: 1.6 * GB }],
  ['Firefox with another file system error', { vendor: '', fileSystemError: 'UnknownError' }],
  ['Chromium with the file system denied', { vendor: google, fileSystemError: 'SecurityError', heap: 1.1 * GB }],
])('an ordinary window is not reported as private: %s', async (_, window) => expect(await detect(window)).toBe(false))

test('without storage APIs, as on plain http, no private window is reported', async () => {
  expect(await isEphemeralStorage({}, {})).toBe(false)
  expect(await isEphemeralStorage({ storage: {} }, {})).toBe(false)
})
