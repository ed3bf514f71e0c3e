import { expect, test, vi } from 'vitest'
import { sendFile, type UploadTarget, UploadError } from './send-file.ts'

/** A server that responds to PUT with these statuses in turn, then always with the last one. */
function createFakeStore(...statuses: number[]) {
  const delays: number[] = []
  const urls: string[] = []
  let targetCount = 0
  const dependencies = {
    createTarget: vi.fn(async (): Promise<UploadTarget> => {
      targetCount += 1
      return { uploadURL: `/put/${targetCount}`, objectPath: `/incoming/${targetCount}` }
    }),
    put: async (url: string) => {
      urls.push(url)
      return statuses[Math.min(urls.length, statuses.length) - 1] ?? 0
    },
    wait: async (ms: number) => void delays.push(ms),
  }
  return { world: dependencies, waited: delays, sent: urls }
}

test('a successful upload does not wait', async () => {
  const { world, waited } = createFakeStore(200)
  expect(await sendFile(world)).toBe('/incoming/1')
  expect(waited).toEqual([])
})

test('a server error is retried after 0, 1, 3 and 5 seconds with the same URL', async () => {
  const { world, waited, sent } = createFakeStore(0, 503, 429, 500, 200)
  expect(await sendFile(world)).toBe('/incoming/1')
  expect(waited).toEqual([0, 1_000, 3_000, 5_000])
  expect(new Set(sent)).toEqual(new Set(['/put/1']))
})

test('after five attempts the upload fails', async () => {
  const { world, sent } = createFakeStore(0)
  await expect(sendFile(world)).rejects.toMatchObject({ code: 'unreachable' })
  expect(sent).toHaveLength(5)
})

// catches mutation: expired-upload-url-renewed
test('an expired URL is replaced', async () => {
  const { world, sent } = createFakeStore(403, 200)
  expect(await sendFile(world)).toBe('/incoming/2')
  expect(sent).toEqual(['/put/1', '/put/2'])
})

// catches mutation: refused-upload-final
test.each([
  [413, 'tooLarge'],
  [401, 'unauthorized'],
  [404, 'refused'],
])('%i is final', async (status, code) => {
  const { world, sent } = createFakeStore(status)
  await expect(sendFile(world)).rejects.toMatchObject({ code })
  expect(sent).toHaveLength(1)
})

test('a rejected request for a URL fails at once; a missing response is retried', async () => {
  const { world, waited } = createFakeStore(200)
  world.createTarget.mockRejectedValueOnce(new UploadError('unreachable'))
  expect(await sendFile(world)).toBe('/incoming/1')
  expect(waited).toEqual([0])

  world.createTarget.mockRejectedValueOnce(new UploadError('unauthorized'))
  await expect(sendFile(world)).rejects.toMatchObject({ code: 'unauthorized' })
})
