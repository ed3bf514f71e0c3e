import { createHash } from 'node:crypto'
import { renditionPath, SHARE_PREVIEW_SIZE, sharePreviewPath, smallerWidths } from '@tsedra/contract/picture'
import sharp, { type Sharp } from 'sharp'
import type { ImageStore } from './image-store.ts'
import { detectPictureType } from './picture-type.ts'

// No picture is rendered twice: the libvips cache would only take memory.
sharp.cache(false)

/** Maximum width in pixels; larger pictures are scaled down. */
const MAX_WIDTH = 1200
/** Maximum number of pixels before decoding: a small file can decode to gigabytes. */
export const PIXEL_LIMIT = 25_000_000
/** The same for AVIF, whose decoder takes up to 26 bytes for each: 25 megapixels would be 600 MiB. */
export const AVIF_PIXEL_LIMIT = 8_000_000
/** Timeout of one rendering, in seconds. */
const RENDER_TIMEOUT_S = 10

/** Colour of the light page, behind transparent or narrow pictures in share previews. */
const BACKGROUND = '#f8f2e7'

/**
 * Phones show two or three pixels per point: higher quality is slower and invisible. Below an alpha quality of 75 soft
 * shadows get visible steps.
 */
const encoding = { quality: 66, alphaQuality: 75, effort: 4, preset: 'photo' } as const

/**
 * Re-encodes a picture without its metadata in up to three widths and stores them under the hash of the original.
 *
 * @returns the address of the largest one, `/media/<hash>-<width>x<height>[c].webp`, which implies the smaller ones
 *   (see @tsedra/contract/picture).
 * @throws errors of sharp: the picture is damaged, too large or takes too long
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
    // The largest one is written last: when it exists, all of them exist.
    [address, () => renderWidth(info.width).toBuffer()],
  ]
  for (const [path, render] of renditions) {
    const name = path.slice('/media/'.length)
    if (!(await store.has(name))) await store.put(name, await render())
  }
  return address
}

/** Centres a cutout on the background; a photo fills it. */
function renderSharePreview(pixels: Sharp, cutout: boolean): Promise<Buffer> {
  return pixels
    .resize({ ...SHARE_PREVIEW_SIZE, fit: cutout ? 'contain' : 'cover', background: BACKGROUND })
    .flatten({ background: BACKGROUND })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Returns the upright pixels of the largest rendition; a cutout is a picture with transparency. */
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
