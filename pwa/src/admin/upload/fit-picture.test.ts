import { MAX_PICTURE_BYTES } from '@tsedra/contract/uploads'
import { afterEach, expect, test, vi } from 'vitest'
import { fitPicture } from './fit-picture.ts'

interface Encoded {
  width: number
  height: number
  type: string
}

const encodeToKilobyte: (made: Encoded) => number | null = () => 1_000

/** A browser that decodes pictures to this size, and encodes to as many bytes as `sizeOf` returns. */
function stubBrowser({ width = 4000, height = 3000, sizeOf = encodeToKilobyte } = {}) {
  const encoded: Encoded[] = []
  const decode = vi.fn(() => Promise.resolve({ width, height, close: () => {} }))
  vi.stubGlobal('createImageBitmap', decode)
  vi.stubGlobal('document', {
    createElement: () => ({
      width: 0,
      height: 0,
      getContext: () => ({ drawImage: () => {} }),
      toBlob(this: { width: number; height: number }, done: (blob: Blob | null) => void, type: string) {
        const made = { width: this.width, height: this.height, type }
        encoded.push(made)
        const size = sizeOf(made)
        done(size === null ? null : blobOf(size, type))
      },
    }),
  })
  return { encoded, decode }
}

const blobOf = (size: number, type = 'image/jpeg') => new Blob([new Uint8Array(size)], { type })

afterEach(() => vi.unstubAllGlobals())

test('a picture within the limits is uploaded as it is', async () => {
  const { encoded } = stubBrowser()
  const file = blobOf(MAX_PICTURE_BYTES)

  expect(await fitPicture(file)).toBe(file)
  expect(encoded).toEqual([])
})

test('a photo above the limit becomes a smaller JPEG of the same proportions, decoded upright', async () => {
  const { encoded, decode } = stubBrowser()

  const smaller = await fitPicture(blobOf(MAX_PICTURE_BYTES + 1))

  expect(smaller.size).toBe(1_000)
  expect(encoded).toEqual([{ width: 2400, height: 1800, type: 'image/jpeg' }])
  expect(decode).toHaveBeenCalledWith(expect.anything(), { imageOrientation: 'from-image' })
})

test.each([
  ['image/jpeg', 6000, 'image/jpeg'],
  ['image/avif', 3000, 'image/webp'],
  ['image/png', 6000, 'image/webp'],
])(
  'a small file of type %s with too many pixels is made smaller, with transparency if it may have some',
  async (type, side, result) => {
    const { encoded } = stubBrowser({ width: side, height: side })

    await fitPicture(blobOf(1_000, type))

    expect(encoded).toEqual([{ width: 2400, height: 2400, type: result }])
  },
)

// catches mutation: shrunk-picture-fits
test('a copy that is still too large is made smaller again', async () => {
  const { encoded } = stubBrowser({ sizeOf: ({ width }) => (width > 1200 ? MAX_PICTURE_BYTES + 1 : 1_000) })

  expect((await fitPicture(blobOf(MAX_PICTURE_BYTES + 1, 'image/png'))).size).toBe(1_000)
  expect(encoded.map(({ width }) => width)).toEqual([2400, 1800, 1200])
})

test('a picture that cannot be made smaller is reported as such', async () => {
  stubBrowser({ sizeOf: () => null })
  await expect(fitPicture(blobOf(MAX_PICTURE_BYTES + 1))).rejects.toMatchObject({ code: 'notShrunk' })

  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('decode')))
  await expect(fitPicture(blobOf(MAX_PICTURE_BYTES + 1))).rejects.toMatchObject({ code: 'notShrunk' })
  await expect(fitPicture(blobOf(10))).rejects.toMatchObject({ code: 'notAPicture' })
})
