import { expect, test, vi } from 'vitest'
import { sendFile, type UploadTarget, UploadError } from './send-file.ts'

/** A shop that answers a PUT with these statuses, one after the other, and the last one from then on. */
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

test('a file that gets through at once waits for nothing', async () => {
  const { world, waited } = createFakeStore(200)
  expect(await sendFile(world)).toBe('/incoming/1')
  expect(waited).toEqual([])
})

test('a server in trouble is tried again after 0, 1, 3 and 5 seconds, with the same address', async () => {
  const { world, waited, sent } = createFakeStore(0, 503, 429, 500, 200)
  expect(await sendFile(world)).toBe('/incoming/1')
  expect(waited).toEqual([0, 1_000, 3_000, 5_000])
  expect(new Set(sent)).toEqual(new Set(['/put/1']))
})

test('after five tries it is over', async () => {
  const { world, sent } = createFakeStore(0)
  await expect(sendFile(world)).rejects.toMatchObject({ code: 'unreachable' })
  expect(sent).toHaveLength(5)
})

// catches mutation: expired-upload-url-renewed
test('an address that is not open any more is replaced', async () => {
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

test('whoever may not ask for an address is told at once; a shop that does not answer is asked again', async () => {
  const { world, waited } = createFakeStore(200)
  world.createTarget.mockRejectedValueOnce(new UploadError('unreachable'))
  expect(await sendFile(world)).toBe('/incoming/1')
  expect(waited).toEqual([0])

  world.createTarget.mockRejectedValueOnce(new UploadError('unauthorized'))
  await expect(sendFile(world)).rejects.toMatchObject({ code: 'unauthorized' })
})
