import { createHash } from 'node:crypto'
import { renditionPath, SHARE_PREVIEW_SIZE, sharePreviewPath, smallerWidths } from '@tsedra/contract/picture'
import sharp, { type Sharp } from 'sharp'
import type { ImageStore } from './image-store.ts'
import { detectPictureType } from './picture-type.ts'

// No picture is drawn twice: what libvips would keep of the last ones is only memory.
sharp.cache(false)

/** Pixels wide at most; anything larger is scaled down. */
const MAX_WIDTH = 1200
/** Pixels at most before decoding: a small file can unfold into gigabytes. */
export const PIXEL_LIMIT = 25_000_000
/** The same for AVIF, whose decoder takes up to 26 bytes for each: 25 megapixels would be 600 MiB. */
export const AVIF_PIXEL_LIMIT = 8_000_000
/** Seconds that drawing a picture may take. */
const RENDER_TIMEOUT_S = 10

/** The light page: what is transparent, or narrower than a chat's preview, lies on it. */
const BACKGROUND = '#f8f2e7'

/**
 * Phones show these pixels at two or three to a point: more quality is more waiting, and is not seen. A soft shadow shows
 * steps when less than 75 is left of what can be seen through.
 */
const encoding = { quality: 66, alphaQuality: 75, effort: 4, preset: 'photo' } as const

/**
 * Re-encodes a picture without its metadata in up to three widths and stores them under the hash of the original.
 *
 * @returns the address of the largest one, `/media/<hash>-<width>x<height>[c].webp`; it tells size and the smaller ones
 *   (see @tsedra/contract/picture).
 * @throws what sharp throws, when the picture cannot be drawn to its end, is too large or takes too long
 */
export async function publishPicture(store: Pick<ImageStore, 'has' | 'put'>, original: Buffer): Promise<string> {
  const { data, info, cutout } = await renderLargest(original)
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 20)
  const address = `/media/${hash}-${info.width}x${info.height}${cutout ? 'c' : ''}.webp`

  const pixels = () => sharp(data, { raw: info }).timeout({ seconds: RENDER_TIMEOUT_S })
  const renderWidth = (width: number) => (cutout ? pixels() : pixels().removeAlpha()).resize(width).webp(encoding)

  const renditions: [path: string, draw: () => Promise<Buffer>][] = [
    ...smallerWidths(info.width).map((width): [string, () => Promise<Buffer>] => [
      renditionPath(address, width),
      () => renderWidth(width).toBuffer(),
    ]),
    [sharePreviewPath(address), () => renderSharePreview(pixels(), cutout)],
    // The largest one comes last: where it is, all of them are.
    [address, () => renderWidth(info.width).toBuffer()],
  ]
  for (const [path, render] of renditions) {
    const name = path.slice('/media/'.length)
    if (!(await store.has(name))) await store.put(name, await render())
  }
  return address
}

/** On our ground a cutout lies in the middle, a photo fills it. */
function renderSharePreview(pixels: Sharp, cutout: boolean): Promise<Buffer> {
  return pixels
    .resize({ ...SHARE_PREVIEW_SIZE, fit: cutout ? 'contain' : 'cover', background: BACKGROUND })
    .flatten({ background: BACKGROUND })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** The pixels of the largest rendition, upright; a cutout is a picture that can be seen through somewhere. */
async function renderLargest(original: Buffer) {
  // mutation test: avif-pixel-limit
  const limitInputPixels = detectPictureType(original) === 'avif' ? AVIF_PIXEL_LIMIT : PIXEL_LIMIT
  // mutation test: picture-pixel-limit, truncated-picture-refused
  const { data, info } = await sharp(original, { limitInputPixels, failOn: 'error' })
    .timeout({ seconds: RENDER_TIMEOUT_S })
    .autoOrient()
    .resize(MAX_WIDTH, undefined, { withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let cutout = false
  for (let at = 3; at < data.length && !cutout; at += 4) cutout = data[at] !== 255
  return { data, info: { width: info.width, height: info.height, channels: 4 as const }, cutout }
}
