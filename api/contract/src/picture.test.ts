import { expect, test } from 'vitest'
import { parsePicture, smallerRenditions } from './picture.ts'

const hash = '0123456789abcdef0123'
const address = `/media/${hash}-1200x800c.webp`

test('an address as former releases stored it has all renditions; those in WebP have the former paths', () => {
  const prefix = `/media/${hash}-1200x800c`

  expect(parsePicture(address)).toEqual({
    src: address,
    srcSet: `${prefix}.320.webp 320w, ${prefix}.640.webp 640w, ${address} 1200w`,
    avifSrcSet: `${prefix}.320.webp 320w, ${prefix}.480.avif 480w, ${prefix}.640.avif 640w, ${prefix}.960.avif 960w, ${address} 1200w`,
    thumbnail: `${prefix}.320.webp`,
    width: 1200,
    height: 800,
    cutout: true,
  })
})

test.each([
  [1200, ['320.webp', '640.webp', '480.avif', '640.avif', '960.avif']],
  [961, ['320.webp', '640.webp', '480.avif', '640.avif', '960.avif']],
  [960, ['320.webp', '640.webp', '480.avif', '640.avif']],
  [640, ['320.webp', '480.avif']],
  [320, []],
])('a picture of %i px has the smaller renditions %j', (width, suffixes) => {
  const picture = `/media/${hash}-${width}x800.webp`

  expect(smallerRenditions(picture, width).map(({ path }) => path)).toEqual(
    suffixes.map((suffix) => `/media/${hash}-${width}x800.${suffix}`),
  )
})

test('a small picture has no AVIF files', () => {
  expect(parsePicture(`/media/${hash}-480x360.webp`)).toMatchObject({ avifSrcSet: undefined })
})

test.each(['https://img.example/a.webp', `/media/${hash}-1200x800.640.webp`, '/media/a.webp'])(
  '%s is not the address of a hosted picture',
  (other) => expect(parsePicture(other)).toBeUndefined(),
)
